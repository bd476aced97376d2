/** `/replica` of the console's API: the copy of the data folder on a second machine or disk. */
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
    does: "The replica: its target, and how far behind it is",
    answer: ReplicaView,
    run: () => replica.view(),
  });
  route("put /replica", {
    role: "admin",
    name: "changeReplica",
    does: "Copy to another target from now on",
    /** passphrase: seals the key into the target; null removes it, left out keeps it. */
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
    does: "Stop copying; the target keeps what it has",
    answer: ReplicaView,
    async run({ res }) {
      // What the fence stopped begins with a start.
      if (replica.isFenced() && restart !== null) res.once("close", restart);
      await replica.remove();
      return replica.view();
    },
  });
  route("post /replica/test", {
    role: "admin",
    name: "testReplica",
    does: "Write, read and restore a probe",
    body: z.strictObject({ target: target.optional() }).prefault({}),
    answer: ReplicaTest,
    run: ({ body }) => replica.test(body.target),
  });
  route("post /replica/drill", {
    role: "admin",
    name: "drillReplica",
    does: "Restore the replica to a temporary folder",
    answer: ReplicaView,
    async run() {
      await replica.drill();
      return replica.view();
    },
  });
}
