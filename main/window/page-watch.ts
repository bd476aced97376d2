/** Keeps the console's page in the window: reloads it after a crash or hang, and explains what failed. */
import type { BrowserWindow, MessageBoxOptions, MessageBoxReturnValue } from "electron";
import type { Clock, Log } from "../../server/core/runtime.ts";
import { ownPage, QUIT, TRY_AGAIN } from "./own-page.ts";

/** Longer than Chromium needs to start from a slow disk. */
const LOAD_TIMEOUT_MS = 20_000;
const MAX_RELOADS = 3;
const RELOADS_WITHIN_MS = 60_000;
/** Chromium's net::ERR_ABORTED: another navigation replaced it, or it became a download. */
const ABORTED = -3;

const STILL_WORKS =
  "Galley itself is still running: articles are saved and delivered, and sites and journalists are not affected.";

interface PageWatchOptions {
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
  let showsOwnPage = false;

  /** The events `did-finish-load` and `did-fail-load` report the outcome. */
  const loadQuietly = (url: string): void => void contents.loadURL(url).catch(() => {});

  function load(): void {
    if (window.isDestroyed()) return;
    showsOwnPage = false;
    stopWaiting();
    stopWaiting = clock.after(LOAD_TIMEOUT_MS, () =>
      explain("The console did not load.", `It took longer than ${LOAD_TIMEOUT_MS / 1000} seconds.`),
    );
    loadQuietly(consoleLink());
  }

  function explain(what: string, why: string): void {
    stopWaiting();
    if (window.isDestroyed() || isEnding()) return;
    log.error(`${what} ${why}`);
    showsOwnPage = true;
    loadQuietly(ownPage(what, `${why} ${STILL_WORKS} If it happens again, see the log folder.`));
  }

  /** The last resort if the window cannot even show our own page. */
  async function askInBox(): Promise<void> {
    const { response } = await ask(window, {
      type: "error",
      message: "The window cannot show any page.",
      detail: `The process that draws pages crashes repeatedly. ${STILL_WORKS}`,
      buttons: ["Try again", "Quit Galley"],
      defaultId: 0,
      cancelId: 0,
    });
    if (response === 1) return quit();
    reloads = [];
    load();
  }

  contents.on("did-finish-load", () => stopWaiting());
  contents.on("did-fail-load", (_event, code, description, _url, isMainFrame) => {
    if (!isMainFrame || code === ABORTED) return;
    if (showsOwnPage) return log.error(`The window's error page could not be shown (${description}).`);
    explain("The console could not be shown.", `Its page did not load (${description}).`);
  });
  contents.on("will-navigate", (event) => {
    if (event.url !== TRY_AGAIN && event.url !== QUIT) return;
    event.preventDefault();
    if (!showsOwnPage) return;
    if (event.url === QUIT) return quit();
    reloads = [];
    load();
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
      if (often && showsOwnPage) return void askInBox();
      if (often)
        return explain(
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
