/** `/backups` of the console's API: the plan, what lies in its folder, and what can be done with each. */
import fs from "node:fs";
import type { Router } from "express";
import { z } from "zod";
import { BackupPlan, BackupsView, RestoreView } from "../../contracts/backups-api.ts";
import { resource } from "../../http/fallbacks.ts";
import { sendJson } from "../../http/json-body.ts";
import { sendArchive, setArchiveHeaders } from "../../http/send-archive.ts";
import { passphrase, reportOf } from "./backup-routes.ts";
import type { Console } from "./console.ts";
import type { Descriptions } from "./describe.ts";
import { bodyOf, defined, param } from "./requests.ts";

const PlanPatchSchema = BackupPlan.partial().extend({ passphrase: passphrase.nullable().optional() }).strict();
const RestoreSchema = z.strictObject({
  passphrase: passphrase.nullable().default(null),
  new_secrets: z.boolean().default(false),
});

export function keptBackupRoutes(router: Router, { services, restart }: Console): void {
  const { keptBackups } = services;
  resource(router, "/backups", {
    get: async (_req, res) => sendJson(res, 200, await keptBackups.view()),
    patch: async (req, res) => {
      await keptBackups.patch(defined(await bodyOf(req, PlanPatchSchema)));
      sendJson(res, 200, await keptBackups.view());
    },
    post: async (_req, res) => {
      keptBackups.begin();
      sendJson(res, 202, await keptBackups.view());
    },
  });
  resource(router, "/backups/:id", {
    get: async (req, res) => {
      const id = param(req, "id");
      const { file, bytes } = await keptBackups.fileOf(id);
      const archive = { fileName: id, size: bytes, createStream: () => fs.createReadStream(file) };
      setArchiveHeaders(res, archive);
      if (req.method === "HEAD") return void res.end();
      services.audit.record("kept backup downloaded", "appliance", { file: id });
      await sendArchive(res, archive, () => {});
    },
    delete: async (req, res) => {
      await keptBackups.remove(param(req, "id"));
      res.status(204).end();
    },
  });
  resource(router, "/backups/:id/verify", {
    post: async (req, res) => {
      await keptBackups.beginVerifying(param(req, "id"));
      sendJson(res, 202, await keptBackups.view());
    },
  });
  resource(router, "/backups/:id/restore", {
    post: async (req, res) => {
      const choice = await bodyOf(req, RestoreSchema, {});
      const secrets = { passphrase: choice.passphrase, newSecrets: choice.new_secrets };
      const restored = await keptBackups.restore(param(req, "id"), secrets);
      if (restart !== null) res.once("close", restart);
      sendJson(res, 202, reportOf(restored, restart !== null));
    },
  });
}

export const keptBackupDescriptions: Descriptions = {
  "get /backups": {
    role: "viewer",
    name: "listBackups",
    does: "Backups that are kept, and when the next is made",
    answer: BackupsView,
  },
  "patch /backups": {
    role: "admin",
    name: "planBackups",
    does: "When backups are made and how many are kept",
    body: PlanPatchSchema,
    answer: BackupsView,
  },
  "post /backups": {
    role: "admin",
    name: "keepBackup",
    does: "Make a backup now and keep it",
    answer: BackupsView,
    status: 202,
  },
  "get /backups/:id": { role: "admin", name: "readKeptBackup", does: "A kept backup", answer: "bytes" },
  "delete /backups/:id": { role: "admin", name: "deleteBackup", does: "Delete a kept backup", answer: null },
  "post /backups/:id/verify": {
    role: "admin",
    name: "verifyBackup",
    does: "Read a kept backup through",
    answer: BackupsView,
    status: 202,
  },
  "post /backups/:id/restore": {
    role: "admin",
    name: "restoreKept",
    does: "Begin a restore from a kept backup",
    body: RestoreSchema,
    answer: RestoreView,
    status: 202,
  },
};
