import { expect, it } from "vitest";
import { createEventHub } from "../../../server/core/events.ts";
import { systemClock, systemRandom } from "../../../server/core/runtime.ts";
import { createProjects } from "../../../server/projects/projects.ts";
import { createWrongSignatures } from "../../../server/projects/wrong-signatures.ts";
import { createAuditLog } from "../../../server/storage/audit-log.ts";
import { openDatabase } from "../../../server/storage/database.ts";
import { createSecretBox } from "../../../server/storage/secret-box.ts";
import { keptLog, temporaryFolder } from "../../support/appliance.ts";

it("keeps the newest thousand of each project", async () => {
  const { database, close } = await openDatabase(temporaryFolder(), async () => undefined);
  const runtime = { clock: systemClock, random: systemRandom, log: keptLog() };
  const audit = createAuditLog(database, systemClock);
  const projects = createProjects({
    database,
    runtime,
    events: createEventHub(runtime.log),
    audit,
    secretBox: createSecretBox(Buffer.alloc(32, 7)),
  });
  const wrong = createWrongSignatures({ database, ...runtime, projects, callbackUrlOf: () => null });
  const add = (projectId: string, materialId: string) =>
    wrong.record({
      projectId,
      materialId,
      route: "session/open",
      urls: ["https://cms.example.org/"],
      query: "",
      given: "wrong",
      clientAddress: "127.0.0.1",
    });
  const create = (name: string) => projects.create({ name, environment: "dev", allowed_hosts: [] }).id;
  const [quiet, busy] = [create("Quiet"), create("Busy")];
  add(quiet, "the only one");
  for (let n = 0; n < 1_010; n++) add(busy, `material-${n}`);

  const materials: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page = wrong.list(busy, cursor === "" ? null : cursor);
    materials.push(...page.items.map(({ material_id }) => material_id));
    cursor = page.next_cursor;
  }
  expect(materials).toHaveLength(1_000);
  expect([materials[0], materials.at(-1)]).toEqual(["material-1009", "material-10"]);
  expect(wrong.list(quiet, null).items).toHaveLength(1);
  close();
});
