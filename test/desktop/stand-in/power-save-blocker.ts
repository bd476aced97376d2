/** `electron.powerSaveBlocker`: it counts what is held, and holds nothing. */
const started = new Set<number>();
let last = 0;

export const powerSaveBlocker = {
  start(_type: "prevent-app-suspension" | "prevent-display-sleep"): number {
    last += 1;
    started.add(last);
    return last;
  },
  stop: (id: number): boolean => started.delete(id),
  isStarted: (id: number): boolean => started.has(id),
};
