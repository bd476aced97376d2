import type { EventEmitter } from "node:events";
import { beforeEach, expect, it, vi } from "vitest";
import { watchPower } from "../../main/lifecycle.ts";

const electron = vi.hoisted(() => ({ windows: [] as unknown[], powerMonitor: undefined as unknown }));
vi.mock("electron", async () => {
  const { EventEmitter: Emitter } = await import("node:events");
  electron.powerMonitor = new Emitter();
  class BrowserWindow extends Emitter {
    constructor(options: object) {
      super();
      electron.windows.push(Object.assign(this, { options }));
    }
  }
  return { BrowserWindow, powerMonitor: electron.powerMonitor };
});

const monitor = () => electron.powerMonitor as EventEmitter;
const windows = () => electron.windows as (EventEmitter & { options: { show: boolean } })[];

beforeEach(() => {
  monitor().removeAllListeners();
  electron.windows.length = 0;
});

const watched = (system: NodeJS.Platform) => {
  const calls: string[] = [];
  watchPower({ system, wake: () => void calls.push("wake"), quit: () => void calls.push("quit") });
  const event = () => ({ preventDefault: () => void calls.push("wait") });
  return { calls, event };
};

it("shuts down when Windows asks a hidden window whether the session may end", () => {
  const { calls, event } = watched("win32");
  const [window] = windows();
  expect(window?.options.show).toBe(false);
  window?.emit("query-session-end", { ...event(), reasons: ["logoff"] });
  expect(calls).toEqual(["wait", "quit"]);
  window?.emit("session-end", { ...event(), reasons: ["critical"] });
  expect(calls).toEqual(["wait", "quit", "quit"]);
});

it.each(["linux", "darwin"] as const)("shuts down with %s, and wakes the service after sleep", (system) => {
  const { calls, event } = watched(system);
  expect(windows()).toEqual([]);
  monitor().emit("shutdown", event());
  monitor().emit("resume");
  expect(calls).toEqual(["wait", "quit", "wake"]);
});
