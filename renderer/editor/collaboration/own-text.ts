/** Tracks text that this tab has just typed, to keep it as unsaved changes if another tab deletes it. */
import type { Node } from "@tiptap/pm/model";
import type { Transaction } from "@tiptap/pm/state";

/** ms within which two people may not see each other's changes. */
const RECENT_MS = 5_000;
const MAX_RANGES = 100;

interface Range {
  from: number;
  to: number;
  /** ms since the epoch. */
  at: number;
}

export function createOwnText(now: () => number = Date.now) {
  let ranges: Range[] = [];
  const move = (tr: Transaction) => {
    const moved = ranges.map(({ from, to, at }) => ({ from: tr.mapping.map(from, 1), to: tr.mapping.map(to, -1), at }));
    return moved.map((range) => ({ ...range, to: Math.max(range.from, range.to) }));
  };
  return {
    /** Records a transaction of this tab. */
    typed(tr: Transaction): void {
      const time = now();
      ranges = move(tr).filter(({ from, to, at }) => to > from && at > time - RECENT_MS);
      tr.mapping.maps.forEach((map, index) => {
        const rest = tr.mapping.slice(index + 1);
        map.forEach((_oldStart, _oldEnd, start, end) => {
          const [from, to] = [rest.map(start, 1), rest.map(end, -1)];
          if (to <= from) return;
          const last = ranges.at(-1);
          if (last !== undefined && last.to === from) ranges[ranges.length - 1] = { ...last, to, at: time };
          else ranges.push({ from, to, at: time });
        });
      });
      ranges = ranges.slice(-MAX_RANGES);
    },
    /** Applies steps of other tabs. Returns whether they delete own text. @param unconfirmed counts own text of any age */
    received(tr: Transaction, before: Node, unconfirmed: boolean): boolean {
      const moved = move(tr);
      const oldest = unconfirmed ? 0 : now() - RECENT_MS;
      const isLost = ranges.some((range, index) => {
        const after = moved[index];
        if (after === undefined || range.at < oldest) return false;
        const text = before.textBetween(range.from, Math.min(range.to, before.content.size), " ");
        return text.trim() !== "" && tr.doc.textBetween(after.from, after.to, " ").length < text.length;
      });
      ranges = moved.filter(({ from, to }) => to > from);
      return isLost;
    },
    forget(): void {
      ranges = [];
    },
  };
}
