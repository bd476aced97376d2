/** Timeouts and crashes of the window's page, on simulated events of Electron's window. */
import { EventEmitter } from "node:events";
import type { BrowserWindow, MessageBoxOptions, MessageBoxReturnValue } from "electron";
import { beforeEach, expect, test, vi } from "vitest";
import { ownPage, PAPER, watchPage } from "../../../main/window/page-watch.ts";
import { read } from "../../support/project-files.ts";

const CONSOLE = "http://127.0.0.1:8421/login?token=x";
const log = { info: () => {}, warn: () => {}, error: () => {} };

class Contents extends EventEmitter {
  readonly loaded: string[] = [];
  crashes = 0;
  loadURL = async (url: string) => void this.loaded.push(url);
  forcefullyCrashRenderer = () => void this.crashes++;
  gone = async (reason = "crashed") => {
    this.emit("render-process-gone", {}, { reason, exitCode: 5 });
    await new Promise(setImmediate);
  };
  /** Heading of our own page; null while the window shows the console. */
  heading = () => /<h1>(.*?)<\/h1>/.exec(decodeURIComponent(this.loaded.at(-1) ?? ""))?.[1] ?? null;
}

let contents: Contents;
let window: EventEmitter & { webContents: Contents; isDestroyed(): boolean };
let asked: MessageBoxOptions[];
let response: PromiseWithResolvers<MessageBoxReturnValue>;
let timers: { at: number; callback: () => void }[];
let now: number;
let isEnding: boolean;
let quit: number;
let load: () => void;

beforeEach(() => {
  contents = new Contents();
  window = Object.assign(new EventEmitter(), { webContents: contents, isDestroyed: () => false });
  asked = [];
  response = Promise.withResolvers();
  timers = [];
  now = 1_000_000;
  isEnding = false;
  quit = 0;
  load = watchPage({
    window: window as unknown as BrowserWindow,
    consoleLink: () => CONSOLE,
    isEnding: () => isEnding,
    quit: () => void quit++,
    clock: {
      now: () => now,
      after(ms, callback) {
        const timer = { at: now + ms, callback };
        timers.push(timer);
        return () => {
          timers = timers.filter((other) => other !== timer);
        };
      },
    },
    log,
    ask(_window, options) {
      asked.push(options);
      options.signal?.addEventListener("abort", () => response.resolve({ response: 0, checkboxChecked: false }));
      return response.promise;
    },
  });
  load();
});

function pass(ms: number): void {
  now += ms;
  const due = timers.filter(({ at }) => at <= now);
  timers = timers.filter(({ at }) => at > now);
  for (const { callback } of due) callback();
}
/** Clicks a link of the page. Returns whether the navigation was blocked. */
function follow(url: string): boolean {
  const preventDefault = vi.fn();
  contents.emit("will-navigate", { url, preventDefault });
  return preventDefault.mock.calls.length > 0;
}

test("explains a page that does not load within 20 seconds, with links that retry or quit", () => {
  pass(19_999);
  expect(contents.loaded).toEqual([CONSOLE]);
  pass(1);
  expect(contents.heading()).toBe("The console did not load.");
  expect(follow("http://galley.invalid/quit")).toBe(true);
  expect(quit).toBe(1);
  expect(follow("http://galley.invalid/try-again")).toBe(true);
  expect(contents.loaded.at(-1)).toBe(CONSOLE);
  contents.emit("did-finish-load", {});
  pass(60_000);
  expect(contents.heading()).toBeNull();
});

test("ignores a link of the console to a URL of our own page", () => {
  expect(follow("http://galley.invalid/quit")).toBe(true);
  expect(quit).toBe(0);
  expect(contents.loaded).toEqual([CONSOLE]);
});

test("explains a page that fails to load, but not an aborted load or a frame", () => {
  contents.emit("did-fail-load", {}, -3, "ERR_ABORTED", CONSOLE, true);
  contents.emit("did-fail-load", {}, -102, "ERR_CONNECTION_REFUSED", CONSOLE, false);
  expect(contents.heading()).toBeNull();
  contents.emit("did-fail-load", {}, -102, "ERR_CONNECTION_REFUSED", CONSOLE, true);
  expect(contents.heading()).toBe("The console could not be shown.");
  contents.emit("did-fail-load", {}, -2, "ERR_FAILED", "data:", true);
  expect(contents.loaded).toHaveLength(2);
});

test("reloads a crashed page three times a minute, then explains it, then shows a box", async () => {
  for (const expected of [2, 3, 4]) {
    await contents.gone();
    expect(contents.loaded).toEqual(Array(expected).fill(CONSOLE));
  }
  await contents.gone("oom");
  expect(contents.heading()).toBe("The console's page crashed.");
  await contents.gone();
  expect(contents.loaded).toHaveLength(5);
  expect(asked[0]).toMatchObject({
    message: "The window cannot show any page.",
    buttons: ["Try again", "Quit Galley"],
  });
  response.resolve({ response: 0, checkboxChecked: false });
  await vi.waitFor(() => expect(contents.loaded.at(-1)).toBe(CONSOLE));
});

test("does not count crashes of more than a minute ago", async () => {
  for (let count = 0; count < 3; count++) await contents.gone();
  pass(60_000);
  await contents.gone();
  expect(contents.loaded.at(-1)).toBe(CONSOLE);
});

test("does not reload a page that exited normally or ended while Galley quits", async () => {
  await contents.gone("clean-exit");
  isEnding = true;
  await contents.gone();
  contents.emit("did-fail-load", {}, -102, "ERR_CONNECTION_REFUSED", CONSOLE, true);
  window.emit("unresponsive");
  expect(contents.loaded).toEqual([CONSOLE]);
  expect(asked).toEqual([]);
});

test("offers to wait for or reload a page that hangs, and closes the box when it responds", async () => {
  window.emit("unresponsive");
  window.emit("unresponsive");
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({ buttons: ["Wait", "Reload"], cancelId: 0 });
  window.emit("responsive");
  await response.promise;
  await new Promise(setImmediate);
  expect(contents.crashes).toBe(0);

  response = Promise.withResolvers();
  window.emit("unresponsive");
  response.resolve({ response: 1, checkboxChecked: false });
  await vi.waitFor(() => expect(contents.crashes).toBe(1));
});

test("uses the colours of the console's pages", () => {
  const tokens = read("renderer/shared/tokens.css");
  expect(tokens).toContain(`--paper: light-dark(${PAPER.light}, ${PAPER.dark});`);
  const page = decodeURIComponent(ownPage("Nothing came.", "Try again."));
  const colours = [...page.matchAll(/light-dark\([^)]*\)/g)].map(([colour]) => colour);
  expect(colours).not.toEqual([]);
  for (const colour of colours) expect(tokens).toContain(colour);
});

test("escapes the text on the page", () => {
  const page = decodeURIComponent(ownPage("<script>alert(1)</script>", "a & b"));
  expect(page).toContain("&lt;script>alert(1)&lt;/script>");
  expect(page).toContain("a &amp; b");
  expect(page).not.toContain("<script");
});
