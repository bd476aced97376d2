/** Two people type in one article while the appliance is killed repeatedly. FAULT_ROUNDS: rounds, 2 by default. */
import { once } from "node:events";
import { getVersion } from "prosemirror-collab";
import { expect, it } from "vitest";
import { articleSchema } from "../../../server/article/schema.ts";
import { type ApplianceProcess, spawnAppliance, temporaryFolder } from "../../support/appliance.ts";
import { createChance } from "../../support/chance.ts";
import { freePorts } from "../../support/listening.ts";
import { editorOf, openSession } from "../../support/site.ts";
import { heartbeat, joinRoom, startWriter, type Writer } from "../../support/writer.ts";

const ROUNDS = Math.min(Number(process.env.FAULT_ROUNDS ?? 2), 30);
const SEED = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 31));
const ALPHABET = "abcdefghijklmnopqrstuvwxyz";

it(`keeps every letter through ${ROUNDS} rounds of kill -9`, { timeout: 30_000 + ROUNDS * 15_000 }, async () => {
  const chance = createChance(SEED);
  const dataDir = temporaryFolder();
  const args = await freePorts();
  const env = { NODE_COMPILE_CACHE: temporaryFolder() };
  let appliance: ApplianceProcess = await spawnAppliance({ dataDir, args, env });
  const project = await appliance.createProject();
  const session = await openSession(appliance.url, project, {
    material_id: "shared",
    callback_url: "http://127.0.0.1:9/galley/callback",
  });
  const send = editorOf(session);
  await heartbeat(send, "anna");
  const boris = await startWriter(send, "boris");
  const anna = await startWriter(send, "anna");
  const typed = new Map<Writer, string>([
    [anna, ""],
    [boris, ""],
  ]);
  /** Number of acknowledged letters per writer. */
  const acknowledged = new Map<Writer, number>();
  let isUp = true;

  const write = async (writer: Writer, capital: boolean) => {
    while (isUp) {
      for (let letters = 1 + chance.below(4); letters > 0; letters--) {
        const before = typed.get(writer) ?? "";
        const letter = ALPHABET[before.length % 26] ?? "";
        typed.set(writer, before + (capital ? letter.toUpperCase() : letter));
        writer.type(capital ? letter.toUpperCase() : letter);
      }
      try {
        await writer.sync();
      } catch (error) {
        if (isUp) throw error;
        return;
      }
      acknowledged.set(writer, writer.counter);
    }
  };

  for (let round = 1; round <= ROUNDS; round++) {
    isUp = true;
    const exited = once(appliance.child, "exit");
    const working = [write(anna, false), write(boris, true)];
    await new Promise((resolve) => setTimeout(resolve, 200 + chance.below(800)));
    isUp = false;
    appliance.child.kill("SIGKILL");
    await exited;
    await Promise.all(working);
    appliance = await spawnAppliance({ dataDir, args, env });
    const room = await joinRoom(send, "witness");
    const text = articleSchema.nodeFromJSON(room?.vms_json.doc).textContent;
    for (const writer of [anna, boris]) {
      const own = writer === anna ? text.replace(/[A-Z]/g, "") : text.replace(/[a-z]/g, "");
      expect(typed.get(writer)?.startsWith(own), `own order, seed ${SEED}, round ${round}`).toBe(true);
      expect(own.length, `acknowledged letters, seed ${SEED}, round ${round}`).toBeGreaterThanOrEqual(
        acknowledged.get(writer) ?? 0,
      );
    }
  }
  for (const writer of [anna, boris, anna]) await writer.sync();
  expect(boris.text).toBe(anna.text);
  expect(getVersion(boris.state)).toBe(getVersion(anna.state));
  expect(anna.text.replace(/[A-Z]/g, "")).toBe(typed.get(anna));
  expect(anna.text.replace(/[a-z]/g, "")).toBe(typed.get(boris));
  process.stdout.write(`seed ${SEED}: ${ROUNDS} kills, ${anna.text.length} letters, none lost, none duplicated\n`);
  await appliance.close();
});
