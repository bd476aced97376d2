/** `POST /backup` and `POST /restore` of the console's API. */
import type { Request, Response } from "express";
import { z } from "zod";
import type { Restored } from "../../backup/backups.ts";
import type { PreparedBackup } from "../../backup/make-backup.ts";
import { MAX_PASSPHRASE, MIN_PASSPHRASE } from "../../backup/passphrase.ts";
import { BackupView, RestoreView } from "../../contracts/backups-api.ts";
import { fault, sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import { ClientGone } from "../../http/json-body.ts";
import { sendArchive } from "../../http/send-archive.ts";
import type { Console } from "./console.ts";
import type { AddRoute } from "./route.ts";

export const passphrase = z
  .string()
  .min(MIN_PASSPHRASE, fault("backups.passphrase_min", { min: MIN_PASSPHRASE }))
  .max(MAX_PASSPHRASE, fault("backups.passphrase_max", { max: MAX_PASSPHRASE }));

const PASSPHRASE_HEADER = "X-Backup-Passphrase";

export function backupRoutes(route: AddRoute, { services, restart }: Console): void {
  const { backups, keptBackups } = services;
  /** A complete download counts as a backup. */
  const sendAndRecord = async (res: Response, backup: PreparedBackup, fileName = backup.fileName) => {
    if (await send(res, backup)) await keptBackups.noteTaken(fileName);
  };
  route("post /backup", {
    role: "admin",
    name: "makeBackup",
    summary: "Create a backup; `prepare` keeps it for a later download, otherwise the response is the file",
    body: z
      .strictObject({
        passphrase: passphrase.nullable().default(null),
        prepare: z.boolean().default(false),
        file_name: z.string().min(1).max(255).optional(),
      })
      .prefault({}),
    answer: BackupView,
    status: 201,
    async run({ res, body }) {
      const { id, backup } = await backups.prepare(body.passphrase, body.file_name);
      if (!body.prepare) return sendAndRecord(res, backups.take(id) ?? backup, body.file_name);
      return viewOf(id, backup);
    },
  });
  route("get /backup/:id", {
    role: "admin",
    name: "readBackup",
    summary: "Download a prepared backup, once",
    answer: "bytes",
    async run({ req, res, params: { id } }) {
      const backup = req.method === "HEAD" ? backups.peek(id) : backups.take(id);
      if (backup === null) throw new AppError("not_found", sentence("backups.fetched"));
      await (req.method === "HEAD" ? sendArchive(res, backup) : sendAndRecord(res, backup));
    },
  });
  route("post /restore", {
    role: "admin",
    name: "restore",
    summary: "Restore a backup; takes effect after a restart",
    query: z.object({ new_secrets: z.enum(["true", "false"]).default("false") }),
    body: "bytes",
    answer: RestoreView,
    status: 202,
    async run({ req, res, query }) {
      const choice = { passphrase: passphraseOf(req), newSecrets: query.new_secrets === "true" };
      const restored = await withBody(req, (body) => backups.restore(body, lengthOf(req), choice));
      if (restart !== null) res.once("close", restart);
      return reportOf(restored, restart !== null);
    },
  });
}

/** @returns whether the client received the whole file */
async function send(res: Response, backup: PreparedBackup): Promise<boolean> {
  let isWhole = false;
  try {
    res.setHeader("X-Backup-Missing-Files", backup.manifest.missing.length);
    await sendArchive(res, backup, ({ complete }) => {
      isWhole = complete;
    });
  } finally {
    await backup.discard();
  }
  return isWhole;
}

/** Passes the body to `work` as a stream and drains the rest, so that the response arrives. */
async function withBody<T>(req: Request, work: (body: AsyncGenerator<Buffer>) => Promise<T>): Promise<T> {
  const body = bodyOf(req);
  try {
    return await work(body);
  } finally {
    await body.return(undefined);
    req.resume();
  }
}

/** @throws ClientGone if the client disconnects before the end of the body */
async function* bodyOf(req: Request): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
  } catch (error) {
    if (req.destroyed) throw new ClientGone();
    throw error;
  }
}

function lengthOf(req: Request): number {
  const length = Number(req.get("Content-Length") ?? 0);
  if (length === 0) throw new AppError("invalid", sentence("backups.no_body"));
  return length;
}

/** The header contains percent-encoded UTF-8, because headers are limited to ASCII. */
function passphraseOf(req: Request): string | null {
  const given = req.get(PASSPHRASE_HEADER);
  if (given === undefined || given === "") return null;
  try {
    return decodeURIComponent(given);
  } catch {
    throw new AppError("invalid", sentence("backups.passphrase_encoding", { header: PASSPHRASE_HEADER }));
  }
}

function viewOf(id: string, { fileName, size, manifest }: PreparedBackup): BackupView {
  return {
    id,
    file_name: fileName,
    bytes: size,
    created_at: manifest.created_at,
    counts: manifest.counts,
    missing_files: manifest.missing.length,
    with_secrets: manifest.key.wrapped !== null,
  };
}

export function reportOf({ manifest, aside, ...report }: Restored, restarting: boolean): RestoreView {
  return {
    created_at: manifest.created_at,
    galley_version: manifest.galley_version,
    counts: manifest.counts,
    missing_files: manifest.missing.length,
    kept_aside: aside,
    ...report,
    restarting,
  };
}
