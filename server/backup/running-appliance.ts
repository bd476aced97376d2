/** The appliance that holds a data folder, from another process: where it is, and asking it for a backup over its console API. */
import fs from "node:fs";
import http, { type IncomingMessage } from "node:http";
import path from "node:path";
import { z } from "zod";
import { AppError } from "../core/errors.ts";
import { writeFileDurably } from "../storage/disk.ts";

/** Longest answer that says why there is none. */
const MAX_ERROR_BYTES = 64 * 1024;

/**
 * The bytes of a new backup, as they come. Preparing it may take minutes, so nothing here counts time.
 * @throws AppError conflict with the appliance's own sentence, or where it cannot be found
 */
export async function fetchBackup(
  dataDir: string,
  passphrase: string | null,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const consoleUrl = readConsoleUrl(dataDir);
  if (consoleUrl === null)
    throw new AppError(
      "conflict",
      `${dataDir} is in use, and the Galley that uses it cannot be reached yet. Wait until it has started, or quit it.`,
    );
  const token = (await fs.promises.readFile(path.join(dataDir, "console-token"), "utf8")).trim();
  const answer = await post(`${consoleUrl}/api/backup`, token, JSON.stringify({ passphrase }), signal);
  if (answer.statusCode === 200) return answer;
  throw new AppError("conflict", await sentenceOf(answer));
}

function post(url: string, token: string, body: string, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, "content-length": Buffer.byteLength(body) };
    const request = http.request(url, { method: "POST", headers, signal }, resolve);
    request.on("error", (error) =>
      reject(
        signal.aborted
          ? signal.reason
          : new AppError("conflict", `The running Galley did not answer at ${new URL(url).origin} (${error.message}).`),
      ),
    );
    request.end(body);
  });
}

async function sentenceOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > MAX_ERROR_BYTES) break;
  }
  try {
    const { detail } = JSON.parse(Buffer.concat(chunks).toString("utf8")) as { detail?: unknown };
    if (typeof detail === "string") return detail;
  } catch {
    // Not ours to read: the status says it then.
  }
  return `The running Galley answered ${answer.statusCode}; its log says why.`;
}

// Where the appliance that holds a data folder can be reached: `<dataDir>/running.json`, there from its start to its
// end. One left by a crash misleads nobody, because the folder's lock is asked first.

const FILE = "running.json";

const AddressSchema = z.object({ url: z.url(), console_url: z.url() });

export async function writeAddress(dataDir: string, at: { url: string; consoleUrl: string }): Promise<void> {
  const content = JSON.stringify({ url: at.url, console_url: at.consoleUrl });
  await writeFileDurably(path.join(dataDir, FILE), `${content}\n`, 0o600);
}

export async function removeAddress(dataDir: string): Promise<void> {
  await fs.promises.rm(path.join(dataDir, FILE), { force: true });
}

/** The console's origin; null where nobody left one. */
function readConsoleUrl(dataDir: string): string | null {
  try {
    return AddressSchema.parse(JSON.parse(fs.readFileSync(path.join(dataDir, FILE), "utf8"))).console_url;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
