/** Downloading the archive of a version with 100 MB of media, against a bare file stream. Design 6: at least 0.9. */
import fs from "node:fs";
import path from "node:path";
import { startAppliance } from "../appliance.ts";
import { type Figure, inTurns, judge, median, ratios } from "../figures.ts";
import { startNginx } from "../floors/nginx.ts";
import type { Download, Downloaded } from "../load/commands.ts";
import { saveWithMedia } from "../saved-version.ts";
import type { Scenario } from "../scenario.ts";

const FILES = 10;
const FILE_BYTES = 10_000_000;
const ROUNDS = { most: 16, least: 6, budgetMs: 12_000 };
const LEAST = 0.9;
/** Bytes a read: Node's own, and what is usually named as best. */
const CHUNKS = [0, 256 * 1024, 1024 * 1024];

type Fetch = () => Promise<Downloaded>;

export const scenario: Scenario = {
  name: "archive",
  title: `Archive download: ${(FILES * FILE_BYTES) / 1e6} MB of media in ${FILES} files`,
  limitMs: 90_000,
  async run(workshop) {
    const appliance = await startAppliance(workshop);
    const version = await saveWithMedia(appliance, FILES, FILE_BYTES);
    const folder = workshop.folder("floor");
    const file = path.join(folder, "archive.zip");
    const load = await workshop.start({ script: path.resolve(import.meta.dirname, "../load/load-process.ts") });
    const fetchOf =
      (url: string, headers: Record<string, string> = {}): Fetch =>
      () =>
        load.ask<Downloaded>({ kind: "download", url, headers } satisfies Download);
    const product = fetchOf(version.url, version.headers);
    const { bytes } = await product();
    fs.writeFileSync(file, Buffer.alloc(bytes, "galley"));
    const bare = await workshop.start({
      script: path.resolve(import.meta.dirname, "../floors/file-stream.mjs"),
      args: [file],
    });
    const floors = CHUNKS.map((chunk) => fetchOf(`${bare.ready.url}/?chunk=${chunk}`));
    const nginx = await startNginx(workshop, folder);
    const beside = nginx === null ? null : fetchOf(`${nginx}/archive.zip`);
    return measure(product, floors, beside);
  },
};

async function measure(product: Fetch, floors: Fetch[], beside: Fetch | null): Promise<Figure[]> {
  const times = { product: [] as number[], floors: floors.map(() => [] as number[]), beside: [] as number[] };
  const others = async () => {
    for (const [index, floor] of floors.entries()) times.floors[index]?.push(await rate(floor));
    if (beside !== null) times.beside.push(await rate(beside));
  };
  // Caches and compilers are warm after one of each.
  for (const fetch of [product, ...floors, ...(beside === null ? [] : [beside])]) await fetch();
  await inTurns(ROUNDS, async () => void times.product.push(await rate(product)), others);
  const strongest = times.floors.reduce((best, one) => (median(one) > median(best) ? one : best));
  const chunk = CHUNKS[times.floors.indexOf(strongest)] ?? 0;
  const figures: Figure[] = [
    {
      name: "archive against a bare file stream",
      product: { value: median(times.product), unit: "MB/s" },
      floor: { value: median(strongest), unit: "MB/s" },
      judged: judge(ratios(times.product, strongest), "×"),
      target: { atLeast: LEAST },
      note: `the floor's highWaterMark: ${chunk === 0 ? "Node's own" : `${chunk / 1024} KiB`}, the fastest of ${CHUNKS.length}`,
    },
  ];
  if (beside !== null)
    figures.push({
      name: "archive against nginx",
      product: { value: median(times.product), unit: "MB/s" },
      floor: { value: median(times.beside), unit: "MB/s" },
      judged: judge(ratios(times.product, times.beside), "×"),
      target: null,
    });
  return figures;
}

/** MB/s of one download. */
async function rate(fetch: Fetch): Promise<number> {
  const { ms, bytes } = await fetch();
  return bytes / 1e3 / ms;
}
