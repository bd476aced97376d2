/** Keeps the console's page in the window: reloads one that fails, crashes or hangs, or explains why not. */
import type { BrowserWindow, MessageBoxOptions, MessageBoxReturnValue } from "electron";
import type { Clock, Log } from "../../server/core/runtime.ts";
import { ownPage, QUIT, TRY_AGAIN } from "./own-page.ts";

/** The console answers from this same process: longer than a slow disk takes to start Chromium's part. */
const COMES_WITHIN_MS = 20_000;
const MOST_RELOADS = 3;
const RELOADS_WITHIN_MS = 60_000;
/** Chromium's net::ERR_ABORTED: another navigation took its place, or it became a download. */
const ABORTED = -3;

const GOES_ON =
  "Galley itself goes on: articles are saved and delivered, and sites and journalists notice nothing of this.";

interface PageWatchOptions {
  window: BrowserWindow;
  /** Makes an address that logs in once. */
  consoleLink(): string;
  /** Whether Galley is quitting: then nothing is loaded any more. */
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

  /** The outcome comes as an event, `did-finish-load` or `did-fail-load`; the promise rejects beside the latter. */
  const loadQuietly = (address: string): void => void contents.loadURL(address).catch(() => {});

  function load(): void {
    if (window.isDestroyed()) return;
    showsOwnPage = false;
    stopWaiting();
    stopWaiting = clock.after(COMES_WITHIN_MS, () =>
      explain("The console has not appeared.", `It did not come within ${COMES_WITHIN_MS / 1000} seconds.`),
    );
    loadQuietly(consoleLink());
  }

  function explain(what: string, why: string): void {
    stopWaiting();
    if (window.isDestroyed() || isEnding()) return;
    log.error(`${what} ${why}`);
    showsOwnPage = true;
    loadQuietly(ownPage(what, `${why} ${GOES_ON} If it happens again, the log folder tells more.`));
  }

  /** If not even our own page can be shown. */
  async function askInBox(): Promise<void> {
    const { response } = await ask(window, {
      type: "error",
      message: "The window cannot show anything.",
      detail: `The part of Galley that draws pages ends again and again. ${GOES_ON}`,
      buttons: ["Try again", "Quit Galley"],
      defaultId: 0,
      cancelId: 0,
    });
    if (response === 1) return quit();
    reloads = [];
    load();
  }

  contents.on("did-finish-load", () => stopWaiting());
  contents.on("did-fail-load", (_event, code, description, _address, isMainFrame) => {
    if (!isMainFrame || code === ABORTED) return;
    if (showsOwnPage) return log.error(`The window's own page could not be shown (${description}).`);
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
    const often = reloads.length >= MOST_RELOADS;
    log.error(`The window's page ended (${reason}, ${exitCode})${often ? "." : "; it is loaded again."}`);
    // Not within the event, in which Chromium still clears away what has ended.
    setImmediate(() => {
      if (window.isDestroyed()) return;
      if (often && showsOwnPage) return void askInBox();
      if (often)
        return explain(
          "The console's page ended unexpectedly.",
          `It was loaded again ${MOST_RELOADS} times within a minute and ended each time (${reason}).`,
        );
      reloads.push(now);
      load();
    });
  });

  let asking: AbortController | null = null;
  window.on("unresponsive", async () => {
    if (asking !== null || isEnding()) return;
    asking = new AbortController();
    log.warn("The window's page does not answer.");
    const { response } = await ask(window, {
      type: "warning",
      message: "The window does not answer.",
      detail: `You can wait for it, or load its page again; what was typed in it and not saved is lost then. ${GOES_ON}`,
      buttons: ["Wait", "Load again"],
      defaultId: 0,
      cancelId: 0,
      signal: asking.signal,
    });
    asking = null;
    // A page that hangs reloads no more than it answers; one that has ended is loaded again above.
    if (response === 1 && !window.isDestroyed()) contents.forcefullyCrashRenderer();
  });
  window.on("responsive", () => asking?.abort());
  window.once("closed", () => {
    stopWaiting();
    asking?.abort();
  });
  return load;
}
