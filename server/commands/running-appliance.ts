/** Requests to the running appliance, over the console's API with the token in the data folder. */
import fs from "node:fs";
import http, { type IncomingMessage } from "node:http";
import path from "node:path";
import { readRunningUrls } from "../admin/network/running-urls.ts";
import { readyLine } from "../config/config.ts";
import type { ConsoleLinkView } from "../contracts/access-api.ts";
import type { SettingsView } from "../contracts/settings-api.ts";
import { AppError } from "../core/errors.ts";
import { readBeginning } from "../outbound/content-coding.ts";

/** Limit for a response that is read into memory. */
const MAX_BYTES = 4 * 1024 * 1024;
const IDLE_TIMEOUT_MS = 20_000;
const READY_MS = 10_000;

/** The `ready` line for a second start, with a new login link. @throws AppError */
export async function runningLine(dataDir: string): Promise<string> {
  const { link } = await askRunning<ConsoleLinkView>(dataDir, "POST", "/console-link");
  const { appliance } = await askRunning<SettingsView>(dataDir, "GET", "/settings");
  const at = readRunningUrls(dataDir);
  if (at === null) throw new AppError("conflict", "Galley has just stopped. Try again.");
  const addresses = { url: at.url, consoleUrl: appliance.console_url, sandboxUrl: appliance.sandbox_url };
  return readyLine({ addresses, consoleLink: link, dataDir, version: appliance.version });
}

/** Streams the file that a `POST` creates. Preparing it may take minutes, so there is no timeout. @throws AppError conflict */
export async function fetchBytes(
  dataDir: string,
  where: string,
  body: unknown,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const response = await ask(dataDir, "POST", where, body, { signal });
  if (response.statusCode === 200) return response;
  throw new AppError("conflict", sentenceOf(await textOf(response), response.statusCode));
}

/** Returns the JSON of the response, or undefined. @throws AppError conflict with the appliance's error, or if it is not reachable */
export async function askRunning<T>(
  dataDir: string,
  method: string,
  where: string,
  body?: unknown,
  idleMs = IDLE_TIMEOUT_MS,
): Promise<T> {
  const response = await ask(dataDir, method, where, body, { idleMs });
  const text = await textOf(response);
  if ((response.statusCode ?? 0) >= 300) throw new AppError("conflict", sentenceOf(text, response.statusCode));
  return (text === "" ? undefined : JSON.parse(text)) as T;
}

/** Why /readyz does not return 200; null if it does. */
export async function whyNotReady(url: string): Promise<string | null> {
  try {
    const { status, body } = await readyOf(url);
    if (status === 200) return null;
    return typeof body.detail === "string" ? body.detail : `/readyz returned status ${status}.`;
  } catch (error) {
    return `/readyz did not respond (${(error as Error).message}).`;
  }
}

/** The response of /readyz. @throws Error if there is no response in JSON */
export async function readyOf(url: string): Promise<{ status: number; body: { status?: unknown; detail?: unknown } }> {
  const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(READY_MS) });
  return { status: response.status, body: (await response.json()) as { status?: unknown; detail?: unknown } };
}

async function ask(
  dataDir: string,
  method: string,
  where: string,
  body: unknown,
  { signal, idleMs }: { signal?: AbortSignal; idleMs?: number },
): Promise<IncomingMessage> {
  const at = readRunningUrls(dataDir);
  if (at === null)
    throw new AppError(
      "conflict",
      `Galley is running on ${dataDir} but does not respond yet. Wait until it has started, or stop it.`,
    );
  const token = (await fs.promises.readFile(path.join(dataDir, "console-token"), "utf8")).trim();
  const text = body === undefined ? "" : JSON.stringify(body);
  const headers = { authorization: `Bearer ${token}`, "content-length": Buffer.byteLength(text) };
  return new Promise((resolve, reject) => {
    const fail = ({ message }: Error) =>
      reject(
        signal?.aborted
          ? signal.reason
          : new AppError("conflict", `The running Galley did not respond at ${at.consoleUrl} (${message}).`),
      );
    const request = http.request(
      `${at.consoleUrl}/api${where}`,
      { method, headers, agent: false, ...(signal === undefined ? {} : { signal }) },
      resolve,
    );
    if (idleMs !== undefined)
      request.setTimeout(idleMs, () => request.destroy(new Error(`no data within ${idleMs / 1000} s`)));
    request.on("error", fail);
    request.end(text);
  });
}

const textOf = async (response: IncomingMessage) => (await readBeginning(response, MAX_BYTES)).toString("utf8");

function sentenceOf(text: string, status: number | undefined): string {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    if (typeof detail === "string") return detail;
  } catch {
    // Not JSON: report the status instead.
  }
  return `The running Galley returned status ${status}. See its log.`;
}
