import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { afterPaint } from "../../../../../renderer/editor/ui/lib/later.ts";

/** A browser window whose frames and idle callbacks the test triggers. */
function manualWindow() {
  const frames: (() => void)[] = [];
  const idle: (() => void)[] = [];
  const errors: unknown[] = [];
  vi.stubGlobal("document", { visibilityState: "visible" });
  vi.stubGlobal("window", { requestIdleCallback: true });
  vi.stubGlobal("requestAnimationFrame", (work: () => void) => frames.push(work));
  vi.stubGlobal("requestIdleCallback", (work: () => void) => idle.push(work));
  vi.stubGlobal("reportError", (error: unknown) => errors.push(error));
  const run = (works: (() => void)[]) => {
    for (const work of works.splice(0)) work();
  };
  return { frames, errors, runFrames: () => run(frames), runIdle: () => run(idle) };
}

describe("afterPaint", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("requests one frame for all callbacks and keeps their order", () => {
    const page = manualWindow();
    const done: string[] = [];
    for (const name of ["tools", "draft", "carets"]) afterPaint(() => done.push(name));
    expect(page.frames).toHaveLength(1);
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

  it("runs without a frame after a timeout, and runs all callbacks if one fails", () => {
    const page = manualWindow();
    const done: string[] = [];
    const failure = new Error("disk full");
    afterPaint(() => {
      throw failure;
    });
    afterPaint(() => done.push("draft"));
    vi.runAllTimers();
    expect(done).toEqual(["draft"]);
    expect(page.errors).toEqual([failure]);
    afterPaint(() => done.push("next"));
    expect(page.frames).toHaveLength(2);
  });
});
