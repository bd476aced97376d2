/** Keeps the console's page in the window: reloads it after a crash or hang, and explains what failed. */
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

/** `--paper` of renderer/shared/tokens.css; a test compares them. */
export const PAPER = { light: "#f6f4ee", dark: "#171614" };

/** URLs of the page's links. They are never requested; the window handles them, since the page has no script. */
const TRY_AGAIN = "http://galley.invalid/try-again";
const QUIT = "http://galley.invalid/quit";

/** @param what what happened, in one sentence @param meaning what it means for the newsroom, and what to do */
export function ownPage(what: string, meaning: string): string {
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
<title>Galley</title>
<style>
  :root { color-scheme: light dark; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(${PAPER.light}, ${PAPER.dark});
    color: light-dark(#1d1b18, #ebe7de); font: 1rem/1.5 system-ui, sans-serif; }
  main { max-width: 34rem; padding: 2rem; }
  h1 { font-size: 1.625rem; line-height: 1.25; margin: 0 0 0.75rem; }
  p { margin: 0 0 1.25rem; }
  a { display: inline-block; margin-right: 0.75rem; padding: 0.5rem 1rem; border: 1px solid light-dark(#8a8477, #827c70);
    border-radius: 3px; color: inherit; text-decoration: none; }
  a.first { border-color: transparent; background: light-dark(#1f4fbf, #93b2ff); color: light-dark(#ffffff, #0f1730); }
  a:focus-visible { outline: 2px solid light-dark(#1f4fbf, #93b2ff); outline-offset: 2px; }
</style>
<main role="alert">
  <h1>${escaped(what)}</h1>
  <p>${escaped(meaning)}</p>
  <a class="first" href="${TRY_AGAIN}">Try again</a><a href="${QUIT}">Quit Galley</a>
</main>
</html>`;
  return `data:text/html;charset=utf-8,${encodeURIComponent(page)}`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
