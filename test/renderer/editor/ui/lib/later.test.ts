import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { afterPaint } from "../../../../../renderer/editor/ui/lib/later.ts";

/** A browser window whose frames and idle callbacks the test triggers. */
function manualWindow() {
  const frames: (() => void)[] = [];
  const idle: (() => void)[] = [];
  vi.stubGlobal("document", { visibilityState: "visible" });
  vi.stubGlobal("window", { requestIdleCallback: true });
  vi.stubGlobal("requestAnimationFrame", (work: () => void) => frames.push(work));
  vi.stubGlobal("requestIdleCallback", (work: () => void) => idle.push(work));
  vi.stubGlobal("cancelAnimationFrame", () => {});
  vi.stubGlobal("cancelIdleCallback", () => {});
  const run = (works: (() => void)[]) => {
    for (const work of works.splice(0)) work();
  };
  return { runFrames: () => run(frames), runIdle: () => run(idle) };
}

describe("afterPaint", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("keeps the order of callbacks", () => {
    const page = manualWindow();
    const done: string[] = [];
    for (const name of ["tools", "draft", "carets"]) afterPaint(() => done.push(name));
    page.runFrames();
    expect(done).toEqual([]);
    page.runIdle();
    expect(done).toEqual(["tools", "draft", "carets"]);
    vi.runAllTimers();
    expect(done).toHaveLength(3);
  });

  it("waits for the next frame if the current one has begun", () => {
    const page = manualWindow();
    const done: string[] = [];
    afterPaint(() => done.push("first key"));
    page.runFrames();
    afterPaint(() => done.push("second key"));
    page.runIdle();
    expect(done).toEqual(["first key"]);
    page.runFrames();
    page.runIdle();
    expect(done).toEqual(["first key", "second key"]);
  });

  it("runs without a frame after a timeout", () => {
    manualWindow();
    const done: string[] = [];
    afterPaint(() => done.push("draft"));
    vi.runAllTimers();
    expect(done).toEqual(["draft"]);
  });
});
