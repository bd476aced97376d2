/** Downloads the archive of a version with 100 MB of media, compared with a bare file stream and nginx. */
import fs from "node:fs";
import path from "node:path";
import { startAppliance } from "../appliance.ts";
import { against, type Figure, inTurns } from "../figures.ts";
import { startNginx } from "../floors/nginx.ts";
import { startLoad } from "../load/start-load.ts";
import { saveWithMedia } from "../saved-version.ts";
import type { Scenario } from "../scenario.ts";

const FILES = 10;
const FILE_BYTES = 10_000_000;
const ROUNDS = { most: 4, least: 4, budgetMs: 0 };
const WARM_UP_MS = 4_000;
const TURN_MS = 5_000;
/** Time per floor to find the fastest. */
const TRY_MS = 1_000;
const LEAST = 1.5;
const LEAST_OF_NGINX = 0.9;
/** Bytes per read: Node's default, and commonly recommended sizes. */
const CHUNKS = [0, 256 * 1024, 1024 * 1024];

type Fetch = () => Promise<{ ms: number; bytes: number }>;

export const scenario: Scenario = {
  name: "archive",
  title: `Archive download: ${(FILES * FILE_BYTES) / 1e6} MB of media in ${FILES} files`,
  limitMs: 150_000,
  async run(workshop) {
    const appliance = await startAppliance(workshop);
    const version = await saveWithMedia(appliance, FILES, FILE_BYTES);
    const folder = workshop.folder("floor");
    const file = path.join(folder, "archive.zip");
    const load = await startLoad(workshop);
    const fetchOf =
      (url: string, headers: Record<string, string> = {}): Fetch =>
      () =>
        load("download", { url, headers });
    const product = fetchOf(version.url, version.headers);
    const { bytes } = await product();
    fs.writeFileSync(file, Buffer.alloc(bytes, "galley"));
    const bare = await workshop.start({
      script: path.resolve(import.meta.dirname, "../floors/file-stream.mjs"),
      args: [file],
    });
    const floors = CHUNKS.map((chunk) => fetchOf(`${bare.ready.url}/?chunk=${chunk}`));
    const nginx = await startNginx(workshop, folder);
    const nginxFetch = nginx === null ? null : fetchOf(`${nginx}/archive.zip`);
    return measure(product, floors, nginxFetch);
  },
};

async function measure(product: Fetch, floors: Fetch[], nginxFetch: Fetch | null): Promise<Figure[]> {
  const rates: number[] = [];
  for (const floor of floors) rates.push(await rate(floor, TRY_MS));
  const fastest = rates.indexOf(Math.max(...rates));
  const floor = floors[fastest] as Fetch;
  const others = nginxFetch === null ? [floor] : [floor, nginxFetch];
  for (const fetch of [product, ...others]) await rate(fetch, WARM_UP_MS);
  const [own, rounds] = await inTurns(
    ROUNDS,
    () => rate(product, TURN_MS),
    async () => [await rate(floor, TURN_MS), nginxFetch === null ? 0 : await rate(nginxFetch, TURN_MS)] as const,
  );
  const chunk = CHUNKS[fastest] ?? 0;
  const ofFloor = rounds.map(([bytes]) => bytes);
  const note = `the floor's highWaterMark: ${chunk === 0 ? "Node's default" : `${chunk / 1024} KiB`}, the fastest of ${CHUNKS.length}`;
  const bare = against("archive against a bare file stream", "MB/s", own, ofFloor, {
    target: { atLeast: LEAST },
    note,
  });
  const ofNginx = rounds.map(([, bytes]) => bytes);
  const target = { atLeast: LEAST_OF_NGINX };
  return nginxFetch === null ? [bare] : [bare, against("archive against nginx", "MB/s", own, ofNginx, { target })];
}

/** MB/s of consecutive downloads over `ms` milliseconds. */
async function rate(fetch: Fetch, ms: number): Promise<number> {
  const total = { bytes: 0, ms: 0 };
  const ends = performance.now() + ms;
  do {
    const done = await fetch();
    total.bytes += done.bytes;
    total.ms += done.ms;
  } while (performance.now() < ends);
  return total.bytes / 1e3 / total.ms;
}
