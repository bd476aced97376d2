/** The computer does not fall asleep by itself while something is on its way to a site, or soon will be. */
import { powerSaveBlocker } from "electron";
import type { ShellState } from "../../server/admin/shell/shell-view.ts";
import type { Clock } from "../../server/core/runtime.ts";

/**
 * ms: what is due later lets it sleep. A site that fails is tried again after 2 h at the sixth attempt and then after 6 h and
 * more; for those days nobody wants a machine that never rests. It goes out when the machine wakes.
 */
const AWAKE_FOR_MS = 3 * 3_600_000;

/** Returns what is to be told of how it stands. */
export function stayAwake(clock: Clock): (state: ShellState) => void {
  let blocker: number | null = null;
  let cancelLook = (): void => {};
  const hold = (wanted: boolean): void => {
    if (wanted && blocker === null) blocker = powerSaveBlocker.start("prevent-app-suspension");
    if (wanted || blocker === null) return;
    powerSaveBlocker.stop(blocker);
    blocker = null;
  };
  const look = (state: ShellState): void => {
    cancelLook();
    const { nextAttemptAt: dueAt } = state;
    const early = dueAt === null ? null : dueAt - clock.now() - AWAKE_FOR_MS;
    hold(state.deliveries.sending > 0 || (early !== null && early <= 0));
    if (early !== null && early > 0) cancelLook = clock.after(early, () => look(state));
  };
  return look;
}
