/**
 * 40 writers work without a pause on a replicated appliance until Galley, Litestream and rclone are killed together; then a
 * second machine takes over. FAULT_ROUNDS: rounds per kind of target, at most 30; by default one round with 12 writers and
 * a folder. FAULT_SEED repeats the random choices of a run, but not its timing.
 */
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { EditorSession } from "../../../server/contracts/editor-api.ts";
import type { ProjectWithSecret } from "../../../server/contracts/projects-api.ts";
import { type RunningAppliance, temporaryFolder } from "../../support/appliance.ts";
import { type Chance, createChance } from "../../support/chance.ts";
import { freePorts } from "../../support/listening.ts";
import { articleIn } from "../../support/newsroom.ts";
import { replicate, startMachine, takeOver, whyNoReplica } from "../../support/replicated.ts";
import { startSftpServer, whyNoSftp } from "../../support/sftp-server.ts";
import { openSession } from "../../support/site.ts";
import { startWriters } from "./support/editors.ts";
import { createLedger } from "./support/ledger.ts";
import { type Receiver, startReceiver } from "./support/receiver.ts";
import { startS3Server, whyNoS3 } from "./support/s3-server.ts";
import { countLosses, createVerifier, type Losses, waitUntilSettled } from "./support/verify-data.ts";

const GIVEN = process.env.FAULT_ROUNDS;
const ROUNDS = Math.min(Number(GIVEN ?? 1), 30);
const NIGHTLY_ROUNDS = GIVEN === undefined ? 0 : ROUNDS;
const SEED = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 31));
const WRITERS = GIVEN === undefined ? { tabs: 9, openers: 3 } : { tabs: 30, openers: 10 };
const GAP = 1_000;

interface Place {
  env?: NodeJS.ProcessEnv;
  /** Creates an empty target with this name. */
  target(name: string): string;
}

interface Kind {
  name: string;
  rounds: number;
  /** Maximum age of a missing write. */
  mostMs: number;
  /** Why it is not available, or null. */
  why: string | null;
  open(): Promise<Place>;
}

const foldersIn = (folder: string): Place => ({
  target(name) {
    fs.mkdirSync(path.join(folder, name));
    return path.join(folder, name);
  },
});

const KINDS: Kind[] = [
  { name: "a folder", rounds: ROUNDS, mostMs: 2_000, why: null, open: async () => foldersIn(temporaryFolder()) },
  {
    name: "SFTP",
    rounds: NIGHTLY_ROUNDS,
    mostMs: 5_000,
    why: whyNoSftp,
    async open() {
      const server = await startSftpServer();
      const { target } = foldersIn(server.folder);
      return { env: server.env, target: (name) => server.target(target(name)) };
    },
  },
  { name: "S3", rounds: NIGHTLY_ROUNDS, mostMs: 5_000, why: whyNoS3, open: startS3Server },
];

for (const { name, rounds, mostMs, why, open } of KINDS)
  it.skipIf((whyNoReplica ?? why) !== null || rounds === 0)(
    `a takeover from ${name} loses at most the last ${mostMs / 1000} seconds, ${rounds} rounds`,
    { timeout: 60_000 * (1 + rounds) },
    async () => {
      const chance = createChance(SEED);
      const { target, env = {} } = await open();
      const outcomes: Outcome[] = [];
      for (let round = 1; round <= rounds; round++)
        outcomes.push(
          await playRound({ target: target(`round-${round}`), env }, chance, `seed ${SEED}, ${name}, round ${round}`),
        );
      report(name, outcomes);
      expect(Math.max(...outcomes.map(({ ms }) => ms))).toBeLessThanOrEqual(mostMs);
    },
  );

interface Outcome extends Losses {
  acknowledged: number;
}

async function playRound(
  { target, env }: { target: string; env: NodeJS.ProcessEnv },
  chance: Chance,
  where: string,
): Promise<Outcome> {
  const ledger = createLedger();
  const args = await freePorts();
  const first = await startMachine({ args, env });
  const project = await first.createProject();
  const receiver = await startReceiver(chance, ledger, project);
  await replicate(first, target);

  const place = { url: first.url, keys: project, callbackUrl: receiver.callbackUrl };
  const writers = await startWriters(WRITERS, place, chance, ledger);
  const working = writers.map((writer) => writer.work());
  await new Promise((resolve) => setTimeout(resolve, 500 + chance.below(GIVEN === undefined ? 500 : 3_000)));
  const killedAt = Date.now();
  await first.killAll();
  for (const writer of writers) writer.stop();
  await Promise.all(working);
  const acknowledged = ledger.acknowledged;
  /** Material → the highest acknowledged version number. */
  const numbers = new Map<string, number>();
  for (const { materialId, number } of ledger.promised.values())
    numbers.set(materialId, Math.max(number, numbers.get(materialId) ?? 0));

  const { dataDir, output } = await takeOver(target, env);
  expect(output, where).not.toMatch(/missing/);
  const losses = countLosses(dataDir, ledger, killedAt);
  expect(createVerifier(dataDir, ledger, receiver).stored(), where).toEqual([]);

  const second = await startMachine({ args, env, dataDir });
  await second.console("PATCH", "/settings", { deliveries_paused: false });
  await waitUntilSettled(second);
  // The receiver compared the files of every newest version.
  expect(ledger.faults, where).toEqual([]);
  for (const [materialId, number] of numbers)
    await continueArticle(second, project, receiver, materialId, number, where);
  await second.killAll();
  await receiver.close();
  for (const folder of [first.dataDir, dataDir]) fs.rmSync(folder, { recursive: true });
  return { acknowledged, ...losses };
}

/** Opens the article with the site's state, which must not be lost, and saves versions with new numbers. */
async function continueArticle(
  appliance: RunningAppliance,
  project: ProjectWithSecret,
  receiver: Receiver,
  materialId: string,
  seen: number,
  where: string,
): Promise<void> {
  const siteState = receiver.states.get(materialId);
  const body = { material_id: materialId, callback_url: receiver.callbackUrl };
  const session = await openSession(appliance.url, project, { ...body, ...(siteState && { vms_json: siteState }) });
  const article = articleIn(appliance, session);
  const loaded = await article.load();
  if (siteState !== undefined) {
    const copy = loaded.site_copy === null ? loaded : (await article.ask<EditorSession>("GET", "/site-copy")).body;
    const [marker] = /This is \S+ of \S+\./.exec(JSON.stringify(siteState)) ?? [];
    expect(JSON.stringify(copy.vms_json), `${materialId}, ${where}`).toContain(marker);
  }
  const next = await article.save("After the takeover", { base_version: loaded.current_version });
  expect(next.number, `${materialId}, ${where}`).toBeGreaterThan(seen);
  expect(next.number - (loaded.current_version ?? 0), `${materialId}, ${where}`).toBe(GAP + 1);
  const after = await article.save("And again", { base_version: next.number });
  expect(after.number).toBe(next.number + 1);
}

function report(name: string, outcomes: readonly Outcome[]): void {
  const sum = (value: (outcome: Outcome) => number) => outcomes.reduce((total, each) => total + value(each), 0);
  const windows = outcomes.map(({ ms }) => ms).sort((a, b) => a - b);
  const [median, most] = [windows[Math.floor(windows.length / 2)], windows.at(-1)];
  const rows = `${sum(({ acknowledged }) => acknowledged)} acknowledged, ${sum((each) => each.rows)} missing`;
  process.stdout.write(
    `seed ${SEED}, ${name}: ${outcomes.length} takeovers, ${rows}; oldest missing: median ${median} ms, at most ${most} ms\n` +
      `  ${outcomes.map(({ acknowledged, rows: lost, ms }) => `${lost}/${acknowledged} ${ms} ms`).join(", ")}\n`,
  );
}
