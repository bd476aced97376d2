/** Keeps the computer awake while a delivery is sent or soon due. */
import { powerSaveBlocker } from "electron";
import type { ShellState } from "../../server/admin/shell/shell-view.ts";
import type { Clock } from "../../server/core/runtime.ts";

/** Deliveries that are due later let it sleep, and go out when it wakes. The first six attempts are within this time. */
const AWAKE_FOR_MS = 3 * 3_600_000;

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
