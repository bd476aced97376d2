/** `/backups` of the console's API: the plan, what lies in its folder, and what can be done with each. */
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
    does: "Backups that are kept, and when the next is made",
    answer: BackupsView,
    run: keptBackups.view,
  });
  route("patch /backups", {
    role: "admin",
    name: "planBackups",
    does: "When backups are made and how many are kept",
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
    does: "Make a backup now and keep it",
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
    does: "A kept backup",
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
    does: "Delete a kept backup",
    answer: null,
    run: ({ params }) => keptBackups.remove(params.id),
  });
  route("post /backups/:id/verify", {
    role: "admin",
    name: "verifyBackup",
    does: "Read a kept backup through",
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
    does: "Begin a restore from a kept backup",
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
