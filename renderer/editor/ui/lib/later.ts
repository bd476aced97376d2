/** ms; a window behind another one may get no frame at all. */
const LONGEST_MS = 50;

/** What waits for the next frame; null once that frame has begun, as later calls wait for the one after it. */
let waiting: (() => void)[] | null = null;

/** Calls back after the next paint, at the latest after LONGEST_MS; at once in a hidden tab. */
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
        // The others have nothing to do with it.
        reportError(error);
      }
    }
  };
  const timer = setTimeout(once, LONGEST_MS);
  requestAnimationFrame(() => {
    close();
    whenIdle(once);
  });
}

/** Work in idle time after a pause of calls. */
export function afterPause(work: () => void, pauseMs: number): { call(): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let takeBack = () => {};
  const cancel = () => {
    clearTimeout(timer);
    takeBack();
  };
  return {
    cancel,
    call() {
      cancel();
      timer = setTimeout(() => {
        takeBack = whenIdle(work);
      }, pauseMs);
    },
  };
}

const LATEST_MS = 1_000;

/** Runs when the page is idle. @returns cancels it @param latest ms after which it runs anyway; null for never */
export function whenIdle(work: () => void, latest: number | null = LATEST_MS): () => void {
  // Safari lacks it.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(work);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(work, latest === null ? {} : { timeout: latest });
  return () => cancelIdleCallback(asked);
}
