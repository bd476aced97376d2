/** `/replica` of the console API: the copy of the data folder on a second machine or disk. */
import { z } from "zod";
import { ReplicaTest, ReplicaView } from "../../contracts/replica-api.ts";
import { passphrase } from "./backup-routes.ts";
import type { Console } from "./console.ts";
import type { AddRoute } from "./route.ts";

const target = z.string().trim().min(1).max(2_000);

export function replicaRoutes(route: AddRoute, { services: { replica }, restart }: Console): void {
  route("get /replica", {
    role: "viewer",
    name: "readReplica",
    summary: "Retrieve the replica's target and lag",
    answer: ReplicaView,
    run: () => replica.view(),
  });
  route("put /replica", {
    role: "admin",
    name: "changeReplica",
    summary: "Set the replica's target",
    /** passphrase: encrypts the key stored in the target; null removes the key, omitted keeps it. */
    body: z.strictObject({ target, passphrase: passphrase.nullable().optional() }),
    answer: ReplicaView,
    async run({ body }) {
      await replica.put(body.target, body.passphrase);
      return replica.view();
    },
  });
  route("delete /replica", {
    role: "admin",
    name: "removeReplica",
    summary: "Stop replication; the target keeps its data",
    answer: ReplicaView,
    async run({ res }) {
      // The parts that the fence stopped run again after a restart.
      if (replica.isFenced() && restart !== null) res.once("close", restart);
      await replica.remove();
      return replica.view();
    },
  });
  route("post /replica/test", {
    role: "admin",
    name: "testReplica",
    summary: "Test a target: write, read and restore a probe",
    body: z.strictObject({ target: target.optional() }).prefault({}),
    answer: ReplicaTest,
    run: ({ body }) => replica.test(body.target),
  });
  route("post /replica/drill", {
    role: "admin",
    name: "drillReplica",
    summary: "Run a restore drill to a temporary folder",
    answer: ReplicaView,
    async run() {
      await replica.drill();
      return replica.view();
    },
  });
}
