/** ms. A covered window may never receive a frame. */
const MAX_PAINT_MS = 50;

/** The callbacks of the next frame; null once that frame has begun, because later calls wait for another frame. */
let waiting: (() => void)[] | null = null;

/** Calls back after the next paint or MAX_PAINT_MS; in a hidden tab immediately. */
export function afterPaint(callback: () => void): void {
  if (document.visibilityState === "hidden") {
    callback();
    return;
  }
  if (waiting !== null) {
    waiting.push(callback);
    return;
  }
  const callbacks = [callback];
  waiting = callbacks;
  const close = () => {
    if (waiting === callbacks) waiting = null;
  };
  const once = () => {
    close();
    clearTimeout(timer);
    for (const call of callbacks.splice(0)) {
      try {
        call();
      } catch (error) {
        // A failure must not stop the other callbacks.
        reportError(error);
      }
    }
  };
  const timer = setTimeout(once, MAX_PAINT_MS);
  requestAnimationFrame(() => {
    close();
    whenIdle(once);
  });
}

export function afterPause(work: () => void, pauseMs: number): { call(): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let cancelIdle = () => {};
  const cancel = () => {
    clearTimeout(timer);
    cancelIdle();
  };
  return {
    cancel,
    call() {
      cancel();
      timer = setTimeout(() => {
        cancelIdle = whenIdle(work);
      }, pauseMs);
    },
  };
}

const MAX_IDLE_MS = 1_000;

/** Runs `work` when the page is idle. Returns a function that cancels it. @param latest ms after which it runs anyway; null for never */
export function whenIdle(work: () => void, latest: number | null = MAX_IDLE_MS): () => void {
  // Missing in Safari.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(work);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, latest === null ? {} : { timeout: latest });
  return () => cancelIdleCallback(handle);
}
