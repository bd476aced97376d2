import fs from "node:fs";
import type { Request, Response } from "express";
import { z } from "zod";
import type { Restored } from "../../backup/backups.ts";
import type { PreparedBackup } from "../../backup/make-backup.ts";
import { MAX_PASSPHRASE, MIN_PASSPHRASE } from "../../backup/passphrase.ts";
import { BackupPlan, BackupsView, BackupView, RestoreView } from "../../contracts/backups-api.ts";
import { ReplicaTest, ReplicaView } from "../../contracts/replica-api.ts";
import { fault, sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import { ClientGone } from "../../http/json-body.ts";
import { sendArchive } from "../../http/send-files.ts";
import type { Console } from "./console.ts";
import type { AddRoute } from "./route.ts";

const passphrase = z
  .string()
  .min(MIN_PASSPHRASE, fault("backups.passphrase_min", { min: MIN_PASSPHRASE }))
  .max(MAX_PASSPHRASE, fault("backups.passphrase_max", { max: MAX_PASSPHRASE }));

const PASSPHRASE_HEADER = "X-Backup-Passphrase";

export function backupRoutes(route: AddRoute, { services, restart }: Console): void {
  const { backups, keptBackups, audit } = services;
  /** A complete download counts as a backup. */
  const sendAndRecord = async (res: Response, backup: PreparedBackup, fileName = backup.fileName) => {
    try {
      await sendArchive(res, backup);
    } finally {
      await backup.discard();
    }
    await keptBackups.noteTaken(fileName);
  };
  const applied = (res: Response, { manifest, aside, ...report }: Restored): RestoreView => {
    if (restart !== null) res.once("close", restart);
    return {
      created_at: manifest.created_at,
      galley_version: manifest.galley_version,
      counts: manifest.counts,
      missing_files: manifest.missing.length,
      kept_aside: aside,
      ...report,
      restarting: restart !== null,
    };
  };
  route("admin post /backup", {
    name: "makeBackup",
    summary: "Create a backup; `prepare` keeps it for a later download, otherwise the response is the file",
    body: z
      .strictObject({
        passphrase: passphrase.nullable().default(null),
        prepare: z.boolean().default(false),
        file_name: z.string().min(1).max(255).optional(),
      })
      .prefault({}),
    response: BackupView,
    status: 201,
    async run({ res, body }) {
      const { id, backup } = await backups.prepare(body.passphrase, body.file_name);
      if (!body.prepare) return sendAndRecord(res, backups.take(id) ?? backup, body.file_name);
      return viewOf(id, backup);
    },
  });
  route("admin get /backup/:id", {
    name: "readBackup",
    summary: "Download a prepared backup, once",
    response: "bytes",
    async run({ req, res, params: { id } }) {
      const backup = req.method === "HEAD" ? backups.peek(id) : backups.take(id);
      if (backup === null) throw new AppError("not_found", sentence("backups.fetched"));
      await (req.method === "HEAD" ? sendArchive(res, backup) : sendAndRecord(res, backup));
    },
  });
  route("admin post /restore", {
    name: "restore",
    summary: "Restore a backup; takes effect after a restart",
    query: z.object({ new_secrets: z.enum(["true", "false"]).default("false") }),
    body: "bytes",
    response: RestoreView,
    status: 202,
    async run({ req, res, query }) {
      const choice = { passphrase: passphraseOf(req), newSecrets: query.new_secrets === "true" };
      return applied(res, await withBody(req, (body) => backups.restore(body, lengthOf(req), choice)));
    },
  });

  route("viewer get /backups", {
    name: "listBackups",
    summary: "List the kept backups and the backup schedule",
    response: BackupsView,
    run: keptBackups.view,
  });
  route("admin patch /backups", {
    name: "planBackups",
    summary: "Update the backup schedule and retention",
    body: BackupPlan.partial().extend({ passphrase: passphrase.nullable().optional() }).strict(),
    response: BackupsView,
    run: ({ body }) => keptBackups.patch(body).then(keptBackups.view),
  });
  route("admin post /backups", {
    name: "keepBackup",
    summary: "Back up now and keep the backup",
    response: BackupsView,
    status: 202,
    run() {
      keptBackups.beginMaking();
      return keptBackups.view();
    },
  });
  route("admin get /backups/:id", {
    name: "readKeptBackup",
    summary: "Download a kept backup",
    response: "bytes",
    async run({ req, res, params: { id } }) {
      const { file, bytes } = await keptBackups.fileOf(id);
      if (req.method !== "HEAD") audit.record("kept backup downloaded", "appliance", { file: id });
      await sendArchive(res, { fileName: id, size: bytes, createStream: () => fs.createReadStream(file) });
    },
  });
  route("admin delete /backups/:id", {
    name: "deleteBackup",
    summary: "Delete a kept backup",
    response: null,
    run: ({ params }) => keptBackups.remove(params.id),
  });
  route("admin post /backups/:id/verify", {
    name: "verifyBackup",
    summary: "Verify a kept backup",
    response: BackupsView,
    status: 202,
    run: ({ params }) => keptBackups.beginVerifying(params.id).then(keptBackups.view),
  });
  route("admin post /backups/:id/restore", {
    name: "restoreKept",
    summary: "Restore a kept backup; takes effect after a restart",
    body: z
      .strictObject({ passphrase: passphrase.nullable().default(null), new_secrets: z.boolean().default(false) })
      .prefault({}),
    response: RestoreView,
    status: 202,
    async run({ res, params, body: { passphrase, new_secrets } }) {
      return applied(res, await keptBackups.restore(params.id, { passphrase, newSecrets: new_secrets }));
    },
  });
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

const target = z.string().trim().min(1).max(2_000);

export function replicaRoutes(route: AddRoute, { services: { replica }, restart }: Console): void {
  route("viewer get /replica", {
    name: "readReplica",
    summary: "Retrieve the replica's target and lag",
    response: ReplicaView,
    run: replica.view,
  });
  route("admin put /replica", {
    name: "changeReplica",
    summary: "Set the replica's target",
    /** passphrase: encrypts the key stored in the target; null removes the key, omitted keeps it. */
    body: z.strictObject({ target, passphrase: passphrase.nullable().optional() }),
    response: ReplicaView,
    run: ({ body }) => replica.put(body.target, body.passphrase).then(replica.view),
  });
  route("admin delete /replica", {
    name: "removeReplica",
    summary: "Stop replication; the target keeps its data",
    response: ReplicaView,
    run({ res }) {
      // The parts that the fence stopped run again after a restart.
      if (replica.isFenced() && restart !== null) res.once("close", restart);
      return replica.remove().then(replica.view);
    },
  });
  route("admin post /replica/test", {
    name: "testReplica",
    summary: "Test a target: write, read and restore a probe",
    body: z.strictObject({ target: target.optional() }).prefault({}),
    response: ReplicaTest,
    run: ({ body }) => replica.test(body.target),
  });
  route("admin post /replica/drill", {
    name: "drillReplica",
    summary: "Run a restore drill to a temporary folder",
    response: ReplicaView,
    run: () => replica.drill().then(replica.view),
  });
}
