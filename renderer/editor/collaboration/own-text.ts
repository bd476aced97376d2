/** Finds text that one tab deletes while another types it, to keep it as unsaved changes. */
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
  /** Time of the oldest step that Galley may lack; null if it has all. */
  let unsentSince: number | null = null;
  /** The newest document with text of other tabs that own unsent steps delete. */
  let unseen: Node | null = null;
  const move = (tr: Transaction) => {
    const moved = ranges.map(({ from, to, at }) => ({ from: tr.mapping.map(from, 1), to: tr.mapping.map(to, -1), at }));
    return moved.map((range) => ({ ...range, to: Math.max(range.from, range.to) }));
  };
  return {
    /** Records a transaction of this tab. */
    typed(tr: Transaction): void {
      const time = now();
      unsentSince ??= time;
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
    /**
     * Records whether own unsent steps delete text in new steps of other tabs.
     * @param tr inverse own steps, those of other tabs, and the own steps rebased
     * @param doc the document before the rebased steps
     */
    merged(tr: Transaction, doc: Node, own: number, others: number): void {
      const rebased = tr.mapping.slice(own + others);
      tr.mapping.maps.slice(own, own + others).forEach((map, index) => {
        const rest = tr.mapping.slice(own + index + 1, own + others);
        map.forEach((_oldStart, _oldEnd, start, end) => {
          const [from, to] = [rest.map(start, 1), rest.map(end, -1)];
          const text = to > from ? doc.textBetween(from, to, " ") : "";
          const [first, last] = [rebased.map(from, 1), rebased.map(to, -1)];
          const left = last > first ? tr.doc.textBetween(first, last, " ") : "";
          if (text.trim() !== "" && left.length < text.length) unseen = doc;
        });
      });
    },
    /**
     * Galley has the oldest own steps. Returns a document with text of other tabs that they delete, if they waited so long
     * that those tabs do not keep it themselves.
     */
    sent(isAll: boolean): Node | null {
      const deleted = unsentSince !== null && unsentSince <= now() - RECENT_MS ? unseen : null;
      // Further steps are newer than the request.
      unsentSince = isAll ? null : now();
      unseen = null;
      return deleted;
    },
    /** The tab was reloaded with steps that Galley lacks. */
    resumed(): void {
      unsentSince = 0;
    },
    forget(): void {
      ranges = [];
      unsentSince = null;
      unseen = null;
    },
  };
}
