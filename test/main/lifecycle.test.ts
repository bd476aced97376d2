/** Other systems ask the process: test/desktop/restart.spec.ts. */
import type { EventEmitter } from "node:events";
import { expect, it, vi } from "vitest";
import { watchPower } from "../../main/lifecycle.ts";

const windows: (EventEmitter & { options: { show: boolean } })[] = [];
vi.mock("electron", async () => {
  const { EventEmitter: Emitter } = await import("node:events");
  class BrowserWindow extends Emitter {
    readonly options: { show: boolean };
    constructor(options: { show: boolean }) {
      super();
      this.options = options;
      windows.push(this);
    }
  }
  return { BrowserWindow, powerMonitor: new Emitter() };
});

it("shuts down when Windows asks a hidden window whether the session may end", () => {
  const calls: string[] = [];
  watchPower({ system: "win32", wake: () => {}, quit: () => void calls.push("quit") });
  const event = { preventDefault: () => void calls.push("wait") };
  const [window] = windows;
  expect(window?.options.show).toBe(false);
  window?.emit("query-session-end", { ...event, reasons: ["logoff"] });
  expect(calls).toEqual(["wait", "quit"]);
  window?.emit("session-end", { ...event, reasons: ["critical"] });
  expect(calls).toEqual(["wait", "quit", "quit"]);
});
