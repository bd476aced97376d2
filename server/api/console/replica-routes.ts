/** `/replica` of the console's API: the copy of the data folder on a second machine or disk. */
import type { Router } from "express";
import { z } from "zod";
import { ReplicaTest, ReplicaView } from "../../contracts/replica-api.ts";
import { resource } from "../../http/fallbacks.ts";
import { sendJson } from "../../http/json-body.ts";
import { passphrase } from "./backup-routes.ts";
import type { Console } from "./console.ts";
import type { Descriptions } from "./describe.ts";
import { bodyOf } from "./requests.ts";

const target = z.string().trim().min(1).max(2_000);
/** passphrase: seals the key into the target; null removes it, left out keeps it. */
const ReplicaSchema = z.strictObject({ target, passphrase: passphrase.nullable().optional() });
const TestSchema = z.strictObject({ target: target.optional() });

export function replicaRoutes(router: Router, { services, restart }: Console): void {
  const { replica } = services;
  resource(router, "/replica", {
    get: (_req, res) => sendJson(res, 200, replica.view()),
    put: async (req, res) => {
      const body = await bodyOf(req, ReplicaSchema);
      await replica.put(body.target, body.passphrase);
      sendJson(res, 200, replica.view());
    },
    delete: async (_req, res) => {
      // What the fence stopped begins with a start.
      if (replica.isFenced() && restart !== null) res.once("close", restart);
      await replica.remove();
      sendJson(res, 200, replica.view());
    },
  });
  resource(router, "/replica/test", {
    post: async (req, res) => sendJson(res, 200, await replica.test((await bodyOf(req, TestSchema, {})).target)),
  });
  resource(router, "/replica/drill", {
    post: async (_req, res) => {
      await replica.drill();
      sendJson(res, 200, replica.view());
    },
  });
}

export const replicaDescriptions: Descriptions = {
  "get /replica": {
    role: "viewer",
    name: "readReplica",
    does: "The replica: its target, and how far behind it is",
    answer: ReplicaView,
  },
  "put /replica": {
    role: "admin",
    name: "changeReplica",
    does: "Copy to another target from now on",
    body: ReplicaSchema,
    answer: ReplicaView,
  },
  "delete /replica": {
    role: "admin",
    name: "removeReplica",
    does: "Stop copying; the target keeps what it has",
    answer: ReplicaView,
  },
  "post /replica/test": {
    role: "admin",
    name: "testReplica",
    does: "Write, read and restore a probe",
    body: TestSchema,
    answer: ReplicaTest,
  },
  "post /replica/drill": {
    role: "admin",
    name: "drillReplica",
    does: "Restore the replica to a temporary folder",
    answer: ReplicaView,
  },
};
