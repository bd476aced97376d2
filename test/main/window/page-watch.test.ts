/** The window's page in time: what the desktop specs would have to wait for. Electron is not ours; a stand-in of its window's events is enough. */
import { EventEmitter } from "node:events";
import type { BrowserWindow, MessageBoxOptions, MessageBoxReturnValue } from "electron";
import { beforeEach, expect, test, vi } from "vitest";
import { watchPage } from "../../../main/window/page-watch.ts";

const CONSOLE = "http://127.0.0.1:8421/login?token=x";
const log = { info: () => {}, warn: () => {}, error: () => {} };

class Contents extends EventEmitter {
  readonly loaded: string[] = [];
  crashes = 0;
  loadURL = async (address: string) => void this.loaded.push(address);
  forcefullyCrashRenderer = () => void this.crashes++;
  gone = async (reason = "crashed") => {
    this.emit("render-process-gone", {}, { reason, exitCode: 5 });
    await new Promise(setImmediate);
  };
  /** Heading of the own page that is shown, null where the console is. */
  heading = () => /<h1>(.*?)<\/h1>/.exec(decodeURIComponent(this.loaded.at(-1) ?? ""))?.[1] ?? null;
}

let contents: Contents;
let window: EventEmitter & { webContents: Contents; isDestroyed(): boolean };
let asked: MessageBoxOptions[];
let answer: PromiseWithResolvers<MessageBoxReturnValue>;
let timers: { at: number; callback: () => void }[];
let now: number;
let isEnding: boolean;
let quit: number;
let load: () => void;

beforeEach(() => {
  contents = new Contents();
  window = Object.assign(new EventEmitter(), { webContents: contents, isDestroyed: () => false });
  asked = [];
  answer = Promise.withResolvers();
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
      options.signal?.addEventListener("abort", () => answer.resolve({ response: 0, checkboxChecked: false }));
      return answer.promise;
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
/** A click on a link of the page. Returns whether the page stays where it is. */
function follow(url: string): boolean {
  const preventDefault = vi.fn();
  contents.emit("will-navigate", { url, preventDefault });
  return preventDefault.mock.calls.length > 0;
}

test("a page that does not come within twenty seconds is explained; Try again asks for it anew, Quit quits", () => {
  pass(19_999);
  expect(contents.loaded).toEqual([CONSOLE]);
  pass(1);
  expect(contents.heading()).toBe("The console has not appeared.");
  expect(follow("http://galley.invalid/quit")).toBe(true);
  expect(quit).toBe(1);
  expect(follow("http://galley.invalid/try-again")).toBe(true);
  expect(contents.loaded.at(-1)).toBe(CONSOLE);
  contents.emit("did-finish-load", {});
  pass(60_000);
  expect(contents.heading()).toBeNull();
});

test("a link of the console to an address of the own page does nothing", () => {
  expect(follow("http://galley.invalid/quit")).toBe(true);
  expect(quit).toBe(0);
  expect(contents.loaded).toEqual([CONSOLE]);
});

test("a page that cannot be loaded is explained, one whose place another took is not, nor a frame", () => {
  contents.emit("did-fail-load", {}, -3, "ERR_ABORTED", CONSOLE, true);
  contents.emit("did-fail-load", {}, -102, "ERR_CONNECTION_REFUSED", CONSOLE, false);
  expect(contents.heading()).toBeNull();
  contents.emit("did-fail-load", {}, -102, "ERR_CONNECTION_REFUSED", CONSOLE, true);
  expect(contents.heading()).toBe("The console could not be shown.");
  contents.emit("did-fail-load", {}, -2, "ERR_FAILED", "data:", true);
  expect(contents.loaded).toHaveLength(2);
});

test("a page that ends comes back three times within a minute; then it is said, and at last asked in a box", async () => {
  for (const expected of [2, 3, 4]) {
    await contents.gone();
    expect(contents.loaded).toEqual(Array(expected).fill(CONSOLE));
  }
  await contents.gone("oom");
  expect(contents.heading()).toBe("The console's page ended unexpectedly.");
  await contents.gone();
  expect(contents.loaded).toHaveLength(5);
  expect(asked[0]).toMatchObject({
    message: "The window cannot show anything.",
    buttons: ["Try again", "Quit Galley"],
  });
  answer.resolve({ response: 0, checkboxChecked: false });
  await vi.waitFor(() => expect(contents.loaded.at(-1)).toBe(CONSOLE));
});

test("what ended more than a minute ago does not count", async () => {
  for (let count = 0; count < 3; count++) await contents.gone();
  pass(60_000);
  await contents.gone();
  expect(contents.loaded.at(-1)).toBe(CONSOLE);
});

test("a page that ended as it should, or while Galley quits, is left alone", async () => {
  await contents.gone("clean-exit");
  isEnding = true;
  await contents.gone();
  contents.emit("did-fail-load", {}, -102, "ERR_CONNECTION_REFUSED", CONSOLE, true);
  window.emit("unresponsive");
  expect(contents.loaded).toEqual([CONSOLE]);
  expect(asked).toEqual([]);
});

test("a page that hangs is waited for or loaded again; the box goes when the page answers", async () => {
  window.emit("unresponsive");
  window.emit("unresponsive");
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({ buttons: ["Wait", "Load again"], cancelId: 0 });
  window.emit("responsive");
  await answer.promise;
  await new Promise(setImmediate);
  expect(contents.crashes).toBe(0);

  answer = Promise.withResolvers();
  window.emit("unresponsive");
  answer.resolve({ response: 1, checkboxChecked: false });
  await vi.waitFor(() => expect(contents.crashes).toBe(1));
});
