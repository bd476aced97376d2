/** Downloads of the archive of a version with large media. */
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { Readable } from "node:stream";
import { memoryOf, peakDuring } from "../../support/proc.ts";
import {
  articleOf,
  editorAccess,
  editorOf,
  type OpenedSession,
  openSession,
  signature,
  startSite,
} from "../../support/site.ts";
import { against, beyond, type Figure, inTurns } from "../figures.ts";
import { startNginx } from "../floors/other-servers.ts";
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
    const bare = await workshop.start({
      script: path.resolve(import.meta.dirname, "../floors/bare-process.ts"),
      args: ["file", file],
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
      return [beyond(name, "MB", [peak], [before], { target: { atMost: MOST_GROWTH_MB }, note })];
    };
    // The first download also loads code and grows the heap to its working size.
    return [...(await measure("peak of the first download")), ...(await measure("peak of the second"))];
  },
};

interface SavedVersion {
  /** URL of the archive, including the query. */
  url: string;
  headers: Record<string, string>;
}

const PIECE_BYTES = 1_000_000;

/** Uploads `files` random PDFs of `bytes` bytes each, and saves an article with all of them. */
async function saveWithMedia(appliance: BenchAppliance, files: number, bytes: number): Promise<SavedVersion> {
  const keys = await appliance.createProject();
  const site = await startSite();
  const materialId = "large";
  const session = await openSession(appliance.url, keys, { material_id: materialId, callback_url: site.callbackUrl });
  const names: string[] = [];
  for (let index = 0; index < files; index++) names.push(await upload(session, bytes));
  const saved = await editorOf(session)("POST", "/versions", {
    save_id: "large",
    vms_json: articleOf(...names.map((file) => ({ file }))),
    base_version: null,
  });
  if (saved.status !== 201) throw new Error(`Save: status ${saved.status}: ${await saved.text()}`);
  const { body } = await site.received(1);
  await site.close();
  return {
    url: `${body.content_url}?${new URLSearchParams({ api_key: keys.api_key, material_id: materialId })}`,
    headers: { "X-Service-Signature": signature(keys.api_secret, materialId, body.content_url) },
  };
}

/** Streams the upload, so that this process needs no memory for it. @returns the file name */
async function upload(session: OpenedSession, bytes: number): Promise<string> {
  const { api, headers } = editorAccess(session);
  return new Promise((resolve, reject) => {
    const request = http.request(
      `${api}/media?name=report.pdf`,
      { method: "POST", headers: { ...headers, "content-length": bytes } },
      async (response) => {
        let text = "";
        for await (const chunk of response) text += chunk;
        if (response.statusCode === 201) resolve((JSON.parse(text) as { file_name: string }).file_name);
        else reject(new Error(`Upload: status ${response.statusCode}: ${text}`));
      },
    );
    request.on("error", reject);
    Readable.from(pdf(bytes)).pipe(request);
  });
}

/** Repeats one random piece after a beginning that is unique to each file. */
function* pdf(bytes: number): Generator<Buffer> {
  const begin = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(16)]);
  const piece = randomBytes(PIECE_BYTES);
  yield begin;
  for (let left = bytes - begin.length; left > 0; left -= PIECE_BYTES)
    yield piece.subarray(0, Math.min(left, PIECE_BYTES));
}
