/** `/backups` of the console API: the schedule and the kept backups. */
import fs from "node:fs";
import { z } from "zod";
import { BackupPlan, BackupsView, RestoreView } from "../../contracts/backups-api.ts";
import { sendArchive } from "../../http/send-archive.ts";
import { passphrase, reportOf } from "./backup-routes.ts";
import type { Console } from "./console.ts";
import type { AddRoute } from "./route.ts";

export function keptBackupRoutes(route: AddRoute, { services, restart }: Console): void {
  const { keptBackups } = services;
  route("get /backups", {
    role: "viewer",
    name: "listBackups",
    summary: "List the kept backups and the backup schedule",
    answer: BackupsView,
    run: keptBackups.view,
  });
  route("patch /backups", {
    role: "admin",
    name: "planBackups",
    summary: "Update the backup schedule and retention",
    body: BackupPlan.partial().extend({ passphrase: passphrase.nullable().optional() }).strict(),
    answer: BackupsView,
    async run({ body }) {
      await keptBackups.patch(body);
      return keptBackups.view();
    },
  });
  route("post /backups", {
    role: "admin",
    name: "keepBackup",
    summary: "Back up now and keep the backup",
    answer: BackupsView,
    status: 202,
    run() {
      keptBackups.begin();
      return keptBackups.view();
    },
  });
  route("get /backups/:id", {
    role: "admin",
    name: "readKeptBackup",
    summary: "Download a kept backup",
    answer: "bytes",
    async run({ req, res, params: { id } }) {
      const { file, bytes } = await keptBackups.fileOf(id);
      if (req.method !== "HEAD") services.audit.record("kept backup downloaded", "appliance", { file: id });
      await sendArchive(res, { fileName: id, size: bytes, createStream: () => fs.createReadStream(file) });
    },
  });
  route("delete /backups/:id", {
    role: "admin",
    name: "deleteBackup",
    summary: "Delete a kept backup",
    answer: null,
    run: ({ params }) => keptBackups.remove(params.id),
  });
  route("post /backups/:id/verify", {
    role: "admin",
    name: "verifyBackup",
    summary: "Verify a kept backup",
    answer: BackupsView,
    status: 202,
    async run({ params }) {
      await keptBackups.beginVerifying(params.id);
      return keptBackups.view();
    },
  });
  route("post /backups/:id/restore", {
    role: "admin",
    name: "restoreKept",
    summary: "Restore a kept backup; takes effect after a restart",
    body: z
      .strictObject({ passphrase: passphrase.nullable().default(null), new_secrets: z.boolean().default(false) })
      .prefault({}),
    answer: RestoreView,
    status: 202,
    async run({ res, params, body: { passphrase, new_secrets } }) {
      const restored = await keptBackups.restore(params.id, { passphrase, newSecrets: new_secrets });
      if (restart !== null) res.once("close", restart);
      return reportOf(restored, restart !== null);
    },
  });
}
