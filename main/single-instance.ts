/** One desktop app a data folder: a second start shows the first one's window and goes. */
import { app } from "electron";

export interface SingleInstance {
  /** Calls back for every second start, also for one that came before this was called. */
  onSecondStart(callback: () => unknown): void;
}

/** Null where another process already is the one. */
export function holdSingleInstance(): SingleInstance | null {
  if (!app.requestSingleInstanceLock()) return null;
  let early = false;
  const remember = (): void => {
    early = true;
  };
  app.on("second-instance", remember);
  return {
    onSecondStart(callback) {
      app.off("second-instance", remember);
      app.on("second-instance", () => callback());
      if (early) callback();
    },
  };
}
