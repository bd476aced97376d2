/** Keeps the console's page in the window: reloads it after a crash or hang, and offers what to do if that fails. */
import type { BrowserWindow, MessageBoxOptions, MessageBoxReturnValue } from "electron";
import type { Clock, Log } from "../../server/core/runtime.ts";

/** Longer than Chromium needs to start from a slow disk. */
const LOAD_TIMEOUT_MS = 20_000;
const MAX_RELOADS = 3;
const RELOADS_WITHIN_MS = 60_000;
/** Chromium's net::ERR_ABORTED: another navigation replaced it, or it became a download. */
const ABORTED = -3;

const STILL_WORKS =
  "Galley itself is still running: articles are saved and delivered, and sites and journalists are not affected.";

export interface PageWatchOptions {
  window: BrowserWindow;
  /** Creates a URL that logs in once. */
  consoleLink(): string;
  /** Whether Galley is quitting. Nothing is loaded then. */
  isEnding(): boolean;
  quit(): void;
  clock: Clock;
  log: Log;
  ask(window: BrowserWindow, options: MessageBoxOptions): Promise<MessageBoxReturnValue>;
}

export function watchPage({ window, consoleLink, isEnding, quit, clock, log, ask }: PageWatchOptions): () => void {
  const contents = window.webContents;
  let reloads: number[] = [];
  let stopWaiting = (): void => {};
  let isExplaining = false;

  function load(): void {
    if (window.isDestroyed()) return;
    stopWaiting();
    stopWaiting = clock.after(
      LOAD_TIMEOUT_MS,
      () => void explain("The console did not load.", `It took longer than ${LOAD_TIMEOUT_MS / 1000} seconds.`),
    );
    // The events `did-finish-load` and `did-fail-load` report the outcome.
    contents.loadURL(consoleLink()).catch(() => {});
  }

  async function explain(what: string, why: string): Promise<void> {
    stopWaiting();
    if (isExplaining || window.isDestroyed() || isEnding()) return;
    log.error(`${what} ${why}`);
    isExplaining = true;
    const { response } = await ask(window, {
      type: "error",
      message: what,
      detail: `${why} ${STILL_WORKS} If it happens again, see the log folder.`,
      buttons: ["Try again", "Close the window", "Quit Galley"],
      defaultId: 0,
      cancelId: 1,
    });
    isExplaining = false;
    if (window.isDestroyed()) return;
    if (response === 2) return quit();
    if (response === 1) return window.destroy();
    reloads = [];
    load();
  }

  contents.on("did-finish-load", () => stopWaiting());
  contents.on("did-fail-load", (_event, code, description, _url, isMainFrame) => {
    if (!isMainFrame || code === ABORTED) return;
    void explain("The console could not be shown.", `Its page did not load (${description}).`);
  });

  contents.on("render-process-gone", (_event, { reason, exitCode }) => {
    if (reason === "clean-exit" || isEnding()) return;
    stopWaiting();
    const now = clock.now();
    reloads = reloads.filter((at) => at > now - RELOADS_WITHIN_MS);
    const often = reloads.length >= MAX_RELOADS;
    log.error(`The window's page crashed (${reason}, ${exitCode})${often ? "." : " and is reloaded."}`);
    // During the event, Chromium still cleans up the old process.
    setImmediate(() => {
      if (window.isDestroyed()) return;
      if (often)
        return void explain(
          "The console's page crashed.",
          `Galley reloaded it ${MAX_RELOADS} times within a minute, and it crashed each time (${reason}).`,
        );
      reloads.push(now);
      load();
    });
  });

  let asking: AbortController | null = null;
  window.on("unresponsive", async () => {
    if (asking !== null || isEnding()) return;
    asking = new AbortController();
    log.warn("The window's page is not responding.");
    const { response } = await ask(window, {
      type: "warning",
      message: "The window is not responding.",
      detail: `Wait, or reload its page and lose unsaved changes. ${STILL_WORKS}`,
      buttons: ["Wait", "Reload"],
      defaultId: 0,
      cancelId: 0,
      signal: asking.signal,
    });
    asking = null;
    // A page that hangs cannot reload itself. The crash handler above loads it again.
    if (response === 1 && !window.isDestroyed()) contents.forcefullyCrashRenderer();
  });
  window.on("responsive", () => asking?.abort());
  window.once("closed", () => {
    stopWaiting();
    asking?.abort();
  });
  return load;
}
