import { createStore, type Readable } from "../ui/lib/store.ts";

type Overlays = typeof import("./Overlays.tsx");

const loaded = createStore<Overlays | null>(null);

/** The overlays of all tools; null until they are loaded. */
export const overlays: Readable<Overlays | null> = loaded;

/** After a failed load, the next caller retries. */
export async function loadOverlays(): Promise<void> {
  loaded.set(await import("./Overlays.tsx"));
}
