/**
 * Runs rclone as a child process that accepts commands over HTTP on the loopback interface (`rclone rcd`) and keeps its
 * connections to the target. It starts with the first command, and is killed if it does not respond.
 */
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { type Child, startChild } from "./child.ts";

/** Time limit of a command. */
const LIMIT_MS = 30_000;
const START_MS = 10_000;
const MAX_ANSWER = 64 * 1024 * 1024;

interface Daemon {
  child: Child;
  url: string;
  password: string;
}

export type Rclone = ReturnType<typeof createRclone>;

/** @param folder for its pid file and cache; absolute */
export function createRclone({
  program,
  folder,
  env,
}: {
  program: string | null;
  folder: string;
  env: NodeJS.ProcessEnv;
}) {
  let daemon: Promise<Daemon> | null = null;

  const start = async (): Promise<Daemon> => {
    if (program === null) throw new AppError("unavailable", sentence("replica.no_rclone"));
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const password = randomBytes(24).toString("base64url");
    const ready = Promise.withResolvers<string>();
    const child = await startChild({
      program,
      args: [
        ...["rcd", "--rc-addr", "127.0.0.1:0", "--cache-dir", folder],
        ...["--contimeout", "10s", "--timeout", "30s", "--retries", "1", "--low-level-retries", "2"],
      ],
      // In the environment, because other users can read arguments.
      env: { ...env, RCLONE_RC_USER: "galley", RCLONE_RC_PASS: password },
      pidFile: path.join(folder, "rclone.pid"),
      onLine(line) {
        const url = /Serving remote control on (http:\/\/127\.0\.0\.1:\d+)\//.exec(line)?.[1];
        if (url !== undefined) ready.resolve(url);
      },
    });
    void child.ended.then((last) => {
      daemon = null;
      ready.reject(new Error(`rclone ended: ${last}`));
    });
    const timer = setTimeout(() => child.kill(), START_MS);
    try {
      return { child, url: await ready.promise, password };
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    /**
     * Runs a command of rclone's remote control, such as `operations/list`.
     * @throws Error with rclone's message, or "timed out"; the signal's reason
     */
    async call(command: string, parameters: object, signal: AbortSignal): Promise<Record<string, unknown>> {
      signal.throwIfAborted();
      daemon ??= start();
      const running = daemon;
      const { url, password, child } = await running.catch((error) => {
        if (daemon === running) daemon = null;
        throw error;
      });
      try {
        return await post(`${url}/${command}`, password, parameters, signal);
      } catch (error) {
        if (error instanceof TimedOut) child.kill();
        throw error;
      }
    },
    async close(): Promise<void> {
      const running = await daemon?.catch(() => null);
      await running?.child.stop();
    },
  };
}

class TimedOut extends Error {}

function post(url: string, password: string, body: object, signal: AbortSignal): Promise<Record<string, unknown>> {
  const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>();
  const request = http.request(url, {
    method: "POST",
    auth: `galley:${password}`,
    headers: { "Content-Type": "application/json" },
    signal,
    timeout: LIMIT_MS,
  });
  request.on("timeout", () => request.destroy(new TimedOut("timed out")));
  request.on("error", (error) => reject(signal.aborted ? signal.reason : error));
  request.on("response", (response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    response.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_ANSWER) request.destroy(new Error("rclone's response is too long"));
      else chunks.push(chunk);
    });
    response.on("error", reject);
    response.on("end", () => {
      try {
        const answer = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Record<string, unknown>;
        if (response.statusCode === 200) resolve(answer);
        else reject(new Error(String(answer.error)));
      } catch (error) {
        reject(error);
      }
    });
  });
  request.end(JSON.stringify(body));
  return promise;
}
