/** Timeouts and crashes of the window's page, on simulated events of Electron's window. */
import { EventEmitter } from "node:events";
import type { BrowserWindow, MessageBoxOptions, MessageBoxReturnValue } from "electron";
import { beforeEach, expect, test, vi } from "vitest";
import { watchPage } from "../../../main/window/page-watch.ts";
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
}

let contents: Contents;
let window: EventEmitter & { webContents: Contents; isDestroyed(): boolean; destroy(): void };
let asked: MessageBoxOptions[];
let response: PromiseWithResolvers<MessageBoxReturnValue>;
let timers: { at: number; callback: () => void }[];
let now: number;
let isEnding: boolean;
let quit: number;
let load: () => void;

beforeEach(() => {
  contents = new Contents();
  window = Object.assign(new EventEmitter(), { webContents: contents, isDestroyed: () => false, destroy: vi.fn() });
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

/** Presses a button of the open box. */
async function press(button: number): Promise<void> {
  response.resolve({ response: button, checkboxChecked: false });
  response = Promise.withResolvers();
  await new Promise(setImmediate);
}

test("offers to retry, close or quit if a page does not load within 20 seconds", async () => {
  pass(19_999);
  expect(asked).toEqual([]);
  pass(1);
  contents.emit("did-fail-load", {}, -2, "ERR_FAILED", CONSOLE, true);
  expect(asked).toHaveLength(1);
  const buttons = ["Try again", "Close the window", "Quit Galley"];
  expect(asked[0]).toMatchObject({ message: "The console did not load.", buttons, cancelId: 1 });
  await press(0);
  expect(contents.loaded).toEqual([CONSOLE, CONSOLE]);
  pass(20_000);
  await press(1);
  expect(window.destroy).toHaveBeenCalledOnce();
  load();
  pass(20_000);
  await press(2);
  expect(quit).toBe(1);
  load();
  contents.emit("did-finish-load", {});
  pass(60_000);
  expect(asked).toHaveLength(3);
});

test("explains a page that fails to load, but not an aborted load or a frame", () => {
  contents.emit("did-fail-load", {}, -3, "ERR_ABORTED", CONSOLE, true);
  contents.emit("did-fail-load", {}, -102, "ERR_CONNECTION_REFUSED", CONSOLE, false);
  expect(asked).toEqual([]);
  contents.emit("did-fail-load", {}, -102, "ERR_CONNECTION_REFUSED", CONSOLE, true);
  expect(asked[0]?.message).toBe("The console could not be shown.");
});

test("reloads a crashed page three times a minute, then explains it", async () => {
  for (const expected of [2, 3, 4]) {
    await contents.gone();
    expect(contents.loaded).toEqual(Array(expected).fill(CONSOLE));
  }
  await contents.gone("oom");
  expect(contents.loaded).toHaveLength(4);
  expect(asked[0]?.message).toBe("The console's page crashed.");
  await press(0);
  await contents.gone();
  expect(contents.loaded).toHaveLength(6);
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

test("the window has the colour of the console's pages before they load", () => {
  const [, ...colours] =
    /--page-background: light-dark\((#\w+), (#\w+)\)/.exec(read("renderer/shared/tokens.css")) ?? [];
  expect(colours).toHaveLength(2);
  for (const colour of colours) expect(read("main/window/window.ts")).toContain(`"${colour}"`);
});
