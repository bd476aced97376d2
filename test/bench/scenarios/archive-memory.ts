/** Memory of the appliance while it sends an archive of 2 GB. */
import { setTimeout as after } from "node:timers/promises";
import { memoryOf } from "../../support/proc.ts";
import { startAppliance } from "../appliance.ts";
import { beyond } from "../figures.ts";
import { startLoad } from "../load/start-load.ts";
import { saveWithMedia } from "../saved-version.ts";
import type { Scenario } from "../scenario.ts";
import type { Child } from "../workshop.ts";

const FILES = 2;
const FILE_BYTES = 1_000_000_000;
const SAMPLE_EVERY_MS = 20;
/** Allows for uncollected buffers; a whole file would be thirty times as much. */
const MOST_GROWTH_MB = 32;

export const scenario: Scenario = {
  name: "archive-memory",
  title: `Memory during an archive download of ${(FILES * FILE_BYTES) / 1e9} GB`,
  limitMs: 240_000,
  full: true,
  async run(workshop) {
    const appliance = await startAppliance(workshop);
    const version = await saveWithMedia(appliance, FILES, FILE_BYTES);
    const load = await startLoad(workshop);
    // The first download also loads code and grows the heap to its working size.
    const first = await peakDuring(appliance, () => load("download", version));
    const second = await peakDuring(appliance, () => load("download", version));
    if (first === null || second === null) return [];
    const note = "floor: just before the download; judged: growth to the peak";
    const figure = (name: string, { before, peak }: Peak) =>
      beyond(name, "MB", [peak], [before], { target: { atMost: MOST_GROWTH_MB }, note });
    return [figure("peak of the first download", first), figure("peak of the second", second)];
  },
};

interface Peak {
  before: number;
  peak: number;
}

/** Resident MB before the work and at its peak; null if the system does not report memory. */
async function peakDuring(child: Child, work: () => Promise<unknown>): Promise<Peak | null> {
  const before = memoryOf(child.pid)?.rss;
  if (before === undefined) return null;
  let peak = before;
  let isWorking = true;
  const watching = (async () => {
    while (isWorking) {
      peak = Math.max(peak, memoryOf(child.pid)?.rss ?? 0);
      await after(SAMPLE_EVERY_MS);
    }
  })();
  try {
    await work();
  } finally {
    isWorking = false;
    await watching;
  }
  return { before, peak };
}
