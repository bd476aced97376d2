/** The two forms in which animations come under `.lottie`: the JSON itself, or a ZIP with a manifest (dotLottie). */
import { open } from "yauzl";

/** More entries than any animation has. */
const MAX_ENTRIES = 2_000;

/** Whether a JSON value has what every Lottie player asks for: a version, a frame rate and layers. */
export function isLottieAnimation(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { v, fr, layers } = value as { v?: unknown; fr?: unknown; layers?: unknown };
  return typeof v === "string" && typeof fr === "number" && Array.isArray(layers);
}

/** Whether a ZIP file can be read and has a `manifest.json`. */
export function hasDotLottieManifest(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    open(file, { lazyEntries: true, autoClose: true }, (error, zip) => {
      if (error !== null || zip.entryCount > MAX_ENTRIES) {
        zip?.close();
        return resolve(false);
      }
      const answer = (found: boolean): void => {
        resolve(found);
        zip.close();
      };
      zip.on("entry", (entry) => (entry.fileName === "manifest.json" ? answer(true) : zip.readEntry()));
      zip.on("end", () => resolve(false));
      // What yauzl cannot read is no animation either.
      zip.on("error", () => resolve(false));
      zip.readEntry();
    });
  });
}
