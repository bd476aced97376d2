/** A key is shown before anything else is done about it. */
import { whenIdle } from "./when-idle.ts";

/** A window behind another one may get no frame at all. */
const LONGEST_MS = 50;

/** Calls once the next frame has been painted, at the latest after LONGEST_MS; at once in a tab that nobody sees. */
export function afterPaint(callback: () => void): void {
  if (document.visibilityState === "hidden") {
    callback();
    return;
  }
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    clearTimeout(timer);
    callback();
  };
  const timer = setTimeout(once, LONGEST_MS);
  requestAnimationFrame(() => whenIdle(once));
}
