/** A target over rclone: SFTP, S3, or a remote in rclone's configuration; and the rclone that runs as a child process. */
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { type Clock, pause } from "../core/runtime.ts";
import { type Child, startChild } from "./child.ts";
import { type Copy, type OnCopied, type Store, targetFault } from "./store.ts";

const TRANSFERS = 8;
const POLL_MS = 500;
/** A job without progress for this long has failed. */
const STALLED_MS = 60_000;
const MAX_TEXT = 64 * 1024;
/** Larger files are copied by a job, because a command has a time limit. */
const SMALL_BYTES = 1024 * 1024;

/** Errors about keys and known hosts, which rclone reads once. It restarts after them, so that it sees the admin's fix. */
const READ_ONCE = new Set(["replica.host_key", "replica.denied"]);

const Listing = z.object({ list: z.array(z.object({ Name: z.string(), IsDir: z.boolean() })).nullable() });
const Started = z.object({ jobid: z.number() });
const Job = z.object({ finished: z.boolean(), success: z.boolean(), error: z.string() });
const Stats = z.object({ bytes: z.number(), transfers: z.number(), checks: z.number() });

/**
 * @param target `shown`: as the admin wrote it; `remote`: its name in rclone
 * @param program null: rclone is not installed
 * @param folder for its pid file, cache and temporary files; absolute
 */
export function createRcloneStore(
  target: { shown: string; remote: string },
  { program, folder, env, clock }: { program: string | null; folder: string; env: NodeJS.ProcessEnv; clock: Clock },
): Store {
  const rclone = createRclone(program, folder, env);
  const at = (name: string) => (name === "" ? target.remote : `${target.remote}/${name}`);
  const fault = (error: unknown): unknown =>
    error instanceof AppError ? error : targetFault(target.shown, (error as Error).message);

  const local = (kind: string) => path.join(folder, `${kind}-${randomBytes(9).toString("hex")}`);

  const call = async (command: string, parameters: object, signal: AbortSignal) => {
    try {
      return await rclone.call(command, parameters, signal);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const failed = fault(error);
      if (failed instanceof AppError && READ_ONCE.has(failed.sentence?.code ?? "")) await rclone.close();
      throw failed;
    }
  };
  const unlessMissing =
    <T>(otherwise: T) =>
    (error: unknown): T => {
      if (error instanceof AppError && error.sentence?.code === "replica.gone") return otherwise;
      if (error instanceof AppError && /not found/.test(error.message)) return otherwise;
      throw error;
    };

  /** Copies without comparing times, because two heads of the same size may be written within a second. */
  const copyFile = (request: object, bytes: number, signal: AbortSignal) => {
    const whole = { ...request, _config: { IgnoreTimes: true } };
    return bytes <= SMALL_BYTES
      ? call("operations/copyfile", whole, signal).then(() => {})
      : run("operations/copyfile", whole, () => {}, signal);
  };
  const putOne = async ({ from, name }: Copy, signal: AbortSignal) => {
    const stats = await fs.promises.stat(from).catch(() => null);
    if (stats === null) return;
    const [srcFs, srcRemote] = [path.dirname(from), path.basename(from)];
    await copyFile({ srcFs, srcRemote, dstFs: target.remote, dstRemote: name }, stats.size, signal);
  };
  const each = async <T>(items: readonly T[], work: (item: T) => Promise<void>) => {
    const waiting = items.values();
    const worker = async () => {
      for (const item of waiting) await work(item);
    };
    await Promise.all(Array.from({ length: Math.min(TRANSFERS, items.length) }, worker));
  };

  /** Runs a job of rclone and polls its progress. */
  const run = async (command: string, parameters: object, onCopied: OnCopied, signal: AbortSignal) => {
    const started = await call(command, { ...parameters, _async: true }, signal);
    const { jobid } = Started.parse(started);
    let progress = "";
    let progressAt = clock.now();
    for (;;) {
      await pause(clock, POLL_MS, signal);
      if (signal.aborted) await rclone.call("job/stop", { jobid }, AbortSignal.timeout(POLL_MS)).catch(() => {});
      const job = Job.parse(await call("job/status", { jobid }, signal));
      const { bytes, transfers, checks } = Stats.parse(await call("core/stats", { group: `job/${jobid}` }, signal));
      onCopied({ bytes, files: transfers + checks });
      if (job.finished && job.success) return;
      if (job.finished) throw targetFault(target.shown, job.error);
      if (progress !== `${bytes} ${checks}`) progressAt = clock.now();
      progress = `${bytes} ${checks}`;
      if (clock.now() - progressAt > STALLED_MS) {
        await rclone.close();
        throw targetFault(target.shown, "timed out");
      }
    }
  };
  const _config = { Transfers: 2 * TRANSFERS, Checkers: 2 * TRANSFERS, SizeOnly: true };

  return {
    async list(name, signal) {
      const opt = { noModTime: true, noMimeType: true };
      const listing = await call("operations/list", { fs: at(name), remote: "", opt }, signal).catch(
        unlessMissing({ list: [] }),
      );
      return (Listing.parse(listing).list ?? []).map(({ Name, IsDir }) => Name + (IsDir ? "/" : ""));
    },
    async read(name, signal) {
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = local("read");
      const request = { srcFs: target.remote, srcRemote: name, dstFs: folder, dstRemote: path.basename(file) };
      try {
        await call("operations/copyfile", request, signal);
        await using handle = await fs.promises.open(file);
        const { bytesRead, buffer } = await handle.read(Buffer.alloc(MAX_TEXT), 0, MAX_TEXT, 0);
        return buffer.subarray(0, bytesRead).toString("utf8");
      } catch (error) {
        return unlessMissing(null)(error);
      } finally {
        await fs.promises.rm(file, { force: true });
      }
    },
    put: (files, signal) => each(files, (file) => putOne(file, signal)),
    async get(names, to, signal) {
      const list = local("names");
      await fs.promises.mkdir(folder, { recursive: true, mode: 0o700 });
      await fs.promises.writeFile(list, names.join("\n"));
      const _filter = { FilesFrom: [list] };
      try {
        await run("sync/copy", { srcFs: target.remote, dstFs: to, _config, _filter }, () => {}, signal);
      } finally {
        await fs.promises.rm(list, { force: true });
      }
    },
    putFolder: (from, name, onCopied, signal) =>
      run("sync/copy", { srcFs: from, dstFs: at(name), _config }, onCopied, signal),
    getFolder: (name, to, onCopied, signal) =>
      run("sync/copy", { srcFs: at(name), dstFs: to, _config }, onCopied, signal).catch(unlessMissing(undefined)),
    async remove(names, signal) {
      for (const name of names) {
        const [dir, base] = [path.posix.dirname(name), path.posix.basename(name)];
        await call("operations/deletefile", { fs: at(dir === "." ? "" : dir), remote: base }, signal).catch(
          unlessMissing({}),
        );
      }
    },
    async removeFolder(name, signal) {
      await run("operations/purge", { fs: target.remote, remote: name }, () => {}, signal).catch(
        unlessMissing(undefined),
      );
    },
    async removeOlder(name, before, signal) {
      const MinAge = `${Math.max(0, Math.round(clock.now() - before))}ms`;
      await run("operations/delete", { fs: at(name), _filter: { MinAge } }, () => {}, signal).catch(
        unlessMissing(undefined),
      );
    },
    close: () => rclone.close(),
  };
}

const LIMIT_MS = 30_000;
const START_MS = 10_000;

interface Daemon {
  child: Child;
  url: string;
  password: string;
}

/** Runs `rclone rcd` on loopback from the first command on, keeps its connections, and kills it if it does not respond. */
function createRclone(program: string | null, folder: string, env: NodeJS.ProcessEnv) {
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
    /** Runs a command of rclone, such as `operations/list`. @throws Error with its message, or "timed out"; the signal's reason */
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

/** @throws Error with rclone's message, or "timed out"; the signal's reason */
async function post(url: string, password: string, body: object, signal: AbortSignal) {
  const limit = AbortSignal.timeout(LIMIT_MS);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(`galley:${password}`).toString("base64")}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, limit]),
    });
    const found = (await response.json()) as Record<string, unknown>;
    if (response.ok) return found;
    throw new Error(String(found.error));
  } catch (error) {
    signal.throwIfAborted();
    // The actual reason of a failed fetch is in `cause`.
    throw limit.aborted ? new TimedOut("timed out") : ((error as Error).cause ?? error);
  }
}

class TimedOut extends Error {}
