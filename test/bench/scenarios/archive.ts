/** Downloads of the archive of a version with large media. */
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { UploadedMedia } from "../../../server/contracts/media-api.ts";
import { memoryOf, peakDuring } from "../../support/proc.ts";
import { articleOf, editorAccess, openSession, saveState, signature, startSite } from "../../support/site.ts";
import { against, beyond, type Figure, inTurns } from "../figures.ts";
import { startNginx } from "../floors/other-servers.ts";
import { postStream } from "../load/requests.ts";
import { type BenchAppliance, type Scenario, startAppliance, startLoad } from "../workshop.ts";

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

/** Compared with a bare file stream and nginx. */
export const archive: Scenario = {
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
    const bare = await workshop.start("floors/bare-process.ts", ["file", file]);
    const floors = CHUNKS.map((chunk) => fetchOf(`${bare.ready.url}/?chunk=${chunk}`));
    const nginx = await startNginx(workshop, folder);
    const nginxFetch = nginx === null ? null : fetchOf(`${nginx}/archive.zip`);
    return measure(product, floors, nginxFetch);
  },
};

async function measure(product: Fetch, floors: Fetch[], nginx: Fetch | null): Promise<Figure[]> {
  const rates: number[] = [];
  for (const floor of floors) rates.push(await rate(floor, TRY_MS));
  const fastest = rates.indexOf(Math.max(...rates));
  const floor = floors[fastest] as Fetch;
  for (const fetch of [product, floor, nginx]) if (fetch !== null) await rate(fetch, WARM_UP_MS);
  const ofNginx: number[] = [];
  const [own, ofFloor] = await inTurns(
    ROUNDS,
    () => rate(product, TURN_MS),
    async () => {
      const bytes = await rate(floor, TURN_MS);
      if (nginx !== null) ofNginx.push(await rate(nginx, TURN_MS));
      return bytes;
    },
  );
  const size = CHUNKS[fastest] ? `${CHUNKS[fastest] / 1024} KiB` : "Node's default";
  const note = `the floor's highWaterMark: ${size}, the fastest of ${CHUNKS.length}`;
  const bare = against("archive against a bare file stream", "MB/s", own, ofFloor, { atLeast: LEAST }, note);
  if (nginx === null) return [bare];
  return [bare, against("archive against nginx", "MB/s", own, ofNginx, { atLeast: LEAST_OF_NGINX })];
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

const MEMORY_FILES = 2;
const MEMORY_FILE_BYTES = 1_000_000_000;
const SAMPLE_EVERY_MS = 20;
/** Allows for uncollected buffers; a whole file would be thirty times as much. */
const MOST_GROWTH_MB = 32;

/** Memory of the appliance meanwhile. */
export const archiveMemory: Scenario = {
  name: "archive-memory",
  title: `Memory during an archive download of ${(MEMORY_FILES * MEMORY_FILE_BYTES) / 1e9} GB`,
  limitMs: 240_000,
  full: true,
  async run(workshop) {
    const appliance = await startAppliance(workshop);
    const version = await saveWithMedia(appliance, MEMORY_FILES, MEMORY_FILE_BYTES);
    const load = await startLoad(workshop);
    const measure = async (name: string): Promise<Figure[]> => {
      const before = memoryOf(appliance.pid)?.rss;
      if (before === undefined) return [];
      const { peak } = await peakDuring(appliance.pid, SAMPLE_EVERY_MS, () => load("download", version));
      const note = "floor: just before the download; judged: growth to the peak";
      return [beyond(name, "MB", [peak], [before], MOST_GROWTH_MB, note)];
    };
    // The first download also loads code and grows the heap to its working size.
    return [...(await measure("peak of the first download")), ...(await measure("peak of the second"))];
  },
};

const PIECE_BYTES = 1_000_000;

/** Uploads `files` random PDFs of `bytes` bytes each, and saves an article with all of them. @returns its download */
async function saveWithMedia(appliance: BenchAppliance, files: number, bytes: number) {
  const keys = await appliance.createProject();
  const site = await startSite();
  const material_id = "large";
  const session = await openSession(appliance.url, keys, { material_id, callback_url: site.callbackUrl });
  const { api, headers } = editorAccess(session);
  const names: string[] = [];
  for (let index = 0; index < files; index++) {
    // Sent in pieces, so that this process needs no memory for the file.
    const response = await postStream(`${api}/media?name=report.pdf`, headers, pdf(bytes));
    if (response.status !== 201) throw new Error(`Upload: status ${response.status}: ${await response.text()}`);
    names.push(((await response.json()) as UploadedMedia).file_name);
  }
  await saveState(session, articleOf(...names.map((file) => ({ file }))));
  const { content_url } = (await site.received(1)).body;
  await site.close();
  return {
    url: `${content_url}?${new URLSearchParams({ api_key: keys.api_key, material_id })}`,
    headers: { "X-Service-Signature": signature(keys.api_secret, material_id, content_url) },
  };
}

/** Repeats one random piece after a beginning that is unique to each file. */
async function* pdf(bytes: number): AsyncGenerator<Buffer> {
  const begin = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(16)]);
  const piece = randomBytes(PIECE_BYTES);
  yield begin;
  for (let left = bytes - begin.length; left > 0; left -= PIECE_BYTES)
    yield piece.subarray(0, Math.min(left, PIECE_BYTES));
}
