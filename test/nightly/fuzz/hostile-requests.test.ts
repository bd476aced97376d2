/**
 * Sends generated and mutated requests to the three listeners. The appliance must respond properly, keep its data and keep
 * running. `npm run test:fuzz` sends 100,000, `npm test` a few. FUZZ_SEED repeats a run.
 */
import { once } from "node:events";
import { afterAll, expect, it, vi } from "vitest";
import { createChance } from "../../support/chance.ts";
import { memoryOf } from "../../support/proc.ts";
import { createRequests, type FuzzRequest } from "./support/requests.ts";
import { watchTables } from "./support/tables.ts";
import { type HttpResponse, send } from "./support/wire.ts";
import { makeWorld } from "./support/world.ts";

const COUNT = Number(process.env.FUZZ_COUNT ?? 500);
/** Fixed in `npm test`; `npm run test:fuzz` uses a new one each time. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
const HEAP_MB = Number(process.env.FUZZ_HEAP_MB ?? 200);
/** Concurrent requests. */
const CONCURRENCY = 48;
/** Requests per round. The first ALONE of them are sent one by one, with a check of the tables after each. */
const ROUND = 1_000;
const ALONE = 40;
const TIMEOUT_MS = 30_000;
/** Incomplete requests receive a response late or never. */
const BROKEN_TIMEOUT_MS = 150;
/**
 * With at least this many requests, memory is compared with that before (docs/performance.md); fewer do not fill caches.
 * The appliance is warm by then: it has opened articles, inspected files and stored saves.
 */
const ENOUGH_FOR_MEMORY = 20_000;
/** Statuses 5xx of the contract for a temporary lack of resources. */
const ALLOWED_5XX = new Set([503, 507]);
/** Kinds whose errors are HTML pages. */
const PAGES = new Set(["preview", "console previews"]);

const minutes = 3 + COUNT / 3_000;

const world = await makeWorld(HEAP_MB);
afterAll(() => world.appliance.child.kill("SIGKILL"));

const chance = createChance(SEED);
const statuses = new Map<string, number>();
const counts = new Map<string, number>();
const faults: string[] = [];

/** @returns the fault of a response, or null */
function judge(request: FuzzRequest, response: HttpResponse): string | null {
  const { status, headers, body } = response;
  if (status >= 500 && !ALLOWED_5XX.has(status)) return `status ${status}`;
  if (status === 0) return request.isBroken ? null : `no ${response.isSilent ? "" : "HTTP "}response`;
  const injected = headers.find(
    ([name, value]) => /injected/i.test(name) || (/^set-cookie$/.test(name) && /injected/.test(value)),
  );
  if (injected !== undefined) return `injected header ${injected.join(": ")}`;
  if (/\n\s+at .+:\d+:\d+/.test(body)) return "a stack trace in the response";
  const type = headers.find(([name]) => name === "content-type")?.[1] ?? "";
  const isOwn = request.url !== world.appliance.sandboxUrl;
  // Node itself responds to an unknown `Expect` header (417).
  const hasJson = status === 417 || body === "" || type.startsWith("application/json");
  if (status >= 400 && isOwn && !PAGES.has(request.kind) && !hasJson) return `${status} as ${type}`;
  return null;
}

async function fire(request: FuzzRequest): Promise<HttpResponse> {
  // Only Linux supports all of 127.0.0.0/8.
  const from =
    process.platform === "linux" ? `127.${chance.below(4)}.${chance.below(40)}.${1 + chance.below(200)}` : null;
  const timeoutMs = request.isBroken ? BROKEN_TIMEOUT_MS : TIMEOUT_MS;
  const response = await send(request.url, request.bytes, { from, timeoutMs });
  const wrong = judge(request, response);
  if (wrong !== null) faults.push(describe(request, response, wrong));
  statuses.set(String(response.status), (statuses.get(String(response.status)) ?? 0) + 1);
  counts.set(request.kind, (counts.get(request.kind) ?? 0) + 1);
  return response;
}

function describe(request: FuzzRequest, response: HttpResponse, wrong: string): string {
  const sent = request.bytes.toString("latin1").slice(0, 1_500);
  return `${wrong}: ${request.kind}\n${JSON.stringify(sent)}\n→ ${response.status} ${response.body.slice(0, 500)}`;
}

it(`survives ${COUNT} hostile requests, seed ${SEED}`, {
  timeout: minutes * 60_000,
  // A second try would report the faults of the first.
  retry: 0,
}, async () => {
  const { appliance } = world;
  const isLinux = process.platform === "linux";
  const requests = createRequests(world, chance);
  const tables = watchTables(appliance.dataDir);
  await world.polluted();
  const resident = () => memoryOf(appliance.child.pid ?? 0)?.rss ?? 0;
  const residentBefore = resident();
  const samples: string[] = [];
  let rejectedAlone = 0;

  for (let sent = 0; sent < COUNT; ) {
    const round = Math.min(ROUND, COUNT - sent);
    const alone = Math.min(ALONE, round);
    const sending = Array.from({ length: round }, () => requests.next());
    tables.changed();
    for (const request of sending.slice(0, alone)) {
      const response = await fire(request);
      const changed = tables.changed();
      if (response.status < 400) continue;
      rejectedAlone += 1;
      if (changed.length > 0) faults.push(describe(request, response, `rejected, but changed ${changed.join(", ")}`));
    }
    const rest = sending.slice(alone).values();
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        for (const request of rest) await fire(request);
      }),
    );
    sent += round;
    if (isLinux && (sent % 10_000 === 0 || sent === COUNT)) samples.push(`${sent}: ${resident().toFixed(0)}`);
    expect(faults.slice(0, 5), `seed ${SEED}, after ${sent}`).toEqual([]);
  }
  tables.close();
  const polluted = await world.polluted();
  expect((await fetch(`${appliance.url}/readyz`)).status).toBe(200);

  const inOrder = (map: Map<string, number>) =>
    [...map]
      .map(([key, n]) => `${key} ${n}`)
      .sort()
      .join(" · ");
  process.stdout.write(
    `FUZZ_SEED=${SEED} FUZZ_COUNT=${COUNT}, ${rejectedAlone} sent alone and rejected, without changes to the tables
  ${inOrder(statuses)}
  ${inOrder(counts)}
  resident MB: ${residentBefore.toFixed(0)} before; ${samples.join(", ")}\n`,
  );
  expect([...counts.keys()].sort()).toEqual([...requests.names].sort());
  expect(rejectedAlone).toBeGreaterThan(0);
  expect(polluted).toEqual([]);
  // Idle worker threads end after half a minute and free their memory.
  if (isLinux && COUNT >= ENOUGH_FOR_MEMORY) {
    await vi.waitFor(() => expect(resident()).toBeLessThan(2 * residentBefore), { timeout: 90_000 });
    process.stdout.write(`  resident MB at the end: ${resident().toFixed(0)}\n`);
  }

  appliance.child.kill("SIGTERM");
  const [code] = await once(appliance.child, "exit");
  // On Windows SIGTERM ends a process immediately.
  if (process.platform !== "win32") expect(code).toBe(0);
});
