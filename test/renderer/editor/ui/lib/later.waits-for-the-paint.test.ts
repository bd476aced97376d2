import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { afterPaint } from "../../../../../renderer/editor/ui/lib/later.ts";

/** A browser window whose frames and idle times come when the test says so. */
function quietWindow() {
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
  return { frames, errors, frame: () => run(frames), rest: () => run(idle) };
}

describe("work that waits for the paint", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("asks for one frame, however many wait for it, and keeps their order", () => {
    const page = quietWindow();
    const done: string[] = [];
    for (const name of ["tools", "draft", "carets"]) afterPaint(() => done.push(name));
    expect(page.frames).toHaveLength(1);
    page.frame();
    expect(done).toEqual([]);
    page.rest();
    expect(done).toEqual(["tools", "draft", "carets"]);
    vi.runAllTimers();
    expect(done).toHaveLength(3);
  });

  it("leaves what comes after the frame has begun to the next frame", () => {
    const page = quietWindow();
    const done: string[] = [];
    afterPaint(() => done.push("first key"));
    page.frame();
    afterPaint(() => done.push("second key"));
    page.rest();
    expect(done).toEqual(["first key"]);
    page.frame();
    page.rest();
    expect(done).toEqual(["first key", "second key"]);
  });

  it("does without a frame after a while, and does the rest where one of them fails", () => {
    const page = quietWindow();
    const done: string[] = [];
    const failure = new Error("no room");
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
