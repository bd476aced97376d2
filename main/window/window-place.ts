/** The window's bounds, stored between starts and moved onto an existing screen. */
import fs from "node:fs";
import type { BrowserWindow, Rectangle } from "electron";
import { z } from "zod";
import type { Clock, Log } from "../../server/core/runtime.ts";

export interface Place {
  /** Bounds when neither maximised nor full screen, in system points; negative on screens to the left. */
  bounds: Rectangle;
  maximised: boolean;
  fullScreen: boolean;
}

export const SMALLEST = { width: 640, height: 480 };
const DEFAULT_SIZE = { width: 1280, height: 820 };
/** Part of the window's upper edge, in points, that must be on a screen so that the window can be dragged. */
const GRIP = { width: 120, height: 30 };
/** Dragging a window emits hundreds of events. */
const SETTLED_MS = 1_000;
const MAX_FILE_BYTES = 4_096;

const point = z.int().min(-100_000).max(100_000);
const length = z.int().min(1).max(100_000);
const placeSchema = z.object({
  bounds: z.object({ x: point, y: point, width: length, height: length }),
  maximised: z.boolean(),
  fullScreen: z.boolean(),
});

/** Null at the first start, and for an unusable file, which is logged. */
export function readPlace(file: string, log: Log): Place | null {
  try {
    if (fs.statSync(file).size > MAX_FILE_BYTES) throw new Error(`it has more than ${MAX_FILE_BYTES} bytes`);
    return placeSchema.parse(JSON.parse(fs.readFileSync(file, "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT")
      log.warn(`Could not read the window's position from ${file}, so the default is used: ${String(error)}`);
    return null;
  }
}

/** The stored bounds if a screen shows their upper edge, else centred on the primary screen. @param areas without system bars */
export function placeOn(kept: Rectangle | null, areas: Rectangle[], primary: Rectangle): Rectangle {
  const area = kept === null ? undefined : areas.find((screen) => showsEdge(screen, kept));
  if (kept === null || area === undefined) {
    const size = within(kept ?? DEFAULT_SIZE, primary);
    const x = primary.x + Math.round((primary.width - size.width) / 2);
    const y = primary.y + Math.round((primary.height - size.height) / 2);
    return { x, y, ...size };
  }
  return { x: kept.x, y: Math.max(kept.y, area.y), ...within(kept, area) };
}

function within(size: { width: number; height: number }, area: Rectangle): { width: number; height: number } {
  return {
    width: Math.min(Math.max(size.width, SMALLEST.width), area.width),
    height: Math.min(Math.max(size.height, SMALLEST.height), area.height),
  };
}

function showsEdge(screen: Rectangle, window: Rectangle): boolean {
  const shown = Math.min(screen.x + screen.width, window.x + window.width) - Math.max(screen.x, window.x);
  const above = screen.y - window.y;
  const below = window.y + GRIP.height - (screen.y + screen.height);
  return shown >= GRIP.width && above < GRIP.height && below <= 0;
}

/** Stores the bounds a second after the last move, and when the window closes or Galley quits. */
export function keepPlace(
  window: BrowserWindow,
  { file, clock, log, onQuit }: { file: string; clock: Clock; log: Log; onQuit(write: () => void): () => void },
): void {
  let cancel: (() => void) | null = null;
  const settle = (): void => {
    cancel?.();
    cancel = null;
  };
  // Synchronous, since the process may end next. Without a flush, since a file that a power cut emptied is ignored.
  const write = (): void => {
    if (cancel === null) return;
    settle();
    try {
      fs.writeFileSync(`${file}.tmp`, placeOf(window), { mode: 0o600 });
      fs.renameSync(`${file}.tmp`, file);
    } catch (error) {
      log.warn(`Could not save the window's position to ${file}: ${String(error)}`);
    }
  };
  const moved = (): void => {
    cancel?.();
    cancel = clock.after(SETTLED_MS, write);
  };
  window.on("resize", moved);
  window.on("move", moved);
  window.on("maximize", moved);
  window.on("unmaximize", moved);
  window.on("enter-full-screen", moved);
  window.on("leave-full-screen", moved);
  window.on("close", write);
  const forget = onQuit(write);
  window.once("closed", () => {
    settle();
    forget();
  });
}

function placeOf(window: BrowserWindow): string {
  const place: Place = {
    bounds: window.getNormalBounds(),
    maximised: window.isMaximized(),
    fullScreen: window.isFullScreen(),
  };
  return `${JSON.stringify(place)}\n`;
}
