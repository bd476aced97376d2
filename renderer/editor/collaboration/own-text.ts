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

interface Merge {
  /** Inverse own steps, those of other tabs, and the own steps rebased. */
  tr: Transaction;
  /** Number of own unconfirmed steps. */
  own: number;
  /** Number of steps of other tabs. */
  others: number;
  /** The document before the rebased own steps. */
  doc: Node;
}

type Span = Pick<Range, "from" | "to">;

/** Text that steps of other tabs insert: its place before the rebased own steps, and after them. */
function insertedByOthers({ tr, own, others }: Merge): { merged: Span; shown: Span }[] {
  const rebased = tr.mapping.slice(own + others);
  const inserted: { merged: Span; shown: Span }[] = [];
  tr.mapping.maps.slice(own, own + others).forEach((map, index) => {
    const rest = tr.mapping.slice(own + index + 1, own + others);
    map.forEach((_oldStart, _oldEnd, start, end) => {
      const [from, to] = [rest.map(start, 1), rest.map(end, -1)];
      const shown = { from: rebased.map(from, 1), to: rebased.map(to, -1) };
      if (to > from) inserted.push({ merged: { from, to }, shown });
    });
  });
  return inserted;
}

const lengthIn = (doc: Node, { from, to }: Span): number => (to > from ? doc.textBetween(from, to).length : 0);

const isText = (doc: Node, { from, to }: Span): boolean => doc.textBetween(from, to).trim() !== "";

/** The parts of a range outside the spans. */
function without(range: Range, spans: readonly Span[]): Range[] {
  return spans.reduce<Range[]>(
    (parts, { from, to }) =>
      parts.flatMap((part) =>
        from >= part.to || to <= part.from
          ? [part]
          : [
              { ...part, to: Math.min(part.to, from) },
              { ...part, from: Math.max(part.from, to) },
            ],
      ),
    [range],
  );
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
    /**
     * Applies steps of other tabs. Returns whether they delete own text, and records whether own unsent steps delete theirs.
     * @param unconfirmed counts own text of any age
     */
    received(merge: Merge, before: Node, unconfirmed = merge.own > 0): boolean {
      const inserted = insertedByOthers(merge);
      const { tr, doc } = merge;
      if (inserted.some(({ merged, shown }) => isText(doc, merged) && lengthIn(tr.doc, shown) < lengthIn(doc, merged)))
        unseen = doc;
      const spans = inserted.map(({ shown }) => shown);
      const moved = move(tr).map((range) => without(range, spans).filter(({ from, to }) => to > from));
      const oldest = unconfirmed ? 0 : now() - RECENT_MS;
      const isLost = ranges.some((range, index) => {
        if (range.at < oldest) return false;
        const span = { from: range.from, to: Math.min(range.to, before.content.size) };
        const left = (moved[index] ?? []).reduce((sum, part) => sum + lengthIn(tr.doc, part), 0);
        return isText(before, span) && left < lengthIn(before, span);
      });
      ranges = moved.flat();
      return isLost;
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
