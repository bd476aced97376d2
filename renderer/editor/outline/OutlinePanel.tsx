import { CloseButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { announce } from "../lib/dom.ts";
import { useStore, useStorePart } from "../lib/use-store.ts";
import { messages } from "../messages/index.ts";
import type { ArticleSession } from "../session/article-session.ts";
import { showBlock } from "../ui/in-sight.ts";
import { keyName, MOVE_SECTION_KEYS } from "../ui/keys.ts";
import { goToEntry } from "./go-to-entry.ts";
import { entryName, OutlineRow } from "./OutlineRow.tsx";
import { isBeside, type OutlineGate } from "./outline-gate.ts";
import type { OutlineEntry } from "./read-outline.ts";
import { followRowDrag } from "./row-drag.ts";
import { type DropPlace, dropPlaces, moveSection, nextGap, sectionAt } from "./sections.ts";
import { useOutline } from "./use-outline.ts";

/** Lines that are shown: an article has some dozens. */
const MAX_ROWS = 1_000;

export interface OutlinePanelProps {
  articleSession: ArticleSession;
  gate: OutlineGate;
}

/** What the article is made of, in a tree: Enter and a click go there, Alt with an arrow and dragging move it. */
export function OutlinePanel({ articleSession, gate }: OutlinePanelProps) {
  const { editor, files } = articleSession;
  const reading = useStorePart(articleSession.presence.state, (presence) => presence.mode === "reading");
  const asked = useStore(gate.asked);
  const { entries, here, readNow } = useOutline(articleSession);
  /** The line that the keyboard is at; null where it follows the place in the article. */
  const [chosen, choose] = useState<number | null>(null);
  const [dragged, setDragged] = useState<{ row: number; place: DropPlace | null } | null>(null);
  const panel = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const t = messages.outline;
  const shown = entries.slice(0, MAX_ROWS);
  const at = Math.min(chosen ?? Math.max(here, 0), shown.length - 1);
  const current = shown[at];
  const canMove = !reading && current?.holder != null;

  const rowAt = (row: number) => list.current?.querySelector<HTMLElement>(`[data-row="${row}"]`) ?? null;
  function focusRow(row: number): void {
    choose(row);
    const dom = rowAt(row);
    dom?.focus({ preventScroll: true });
    reveal(dom);
  }
  function reveal(row: HTMLElement | null): void {
    const box = list.current;
    if (row === null || box === null) return;
    // By hand: the browser would scroll the article, too.
    const above = row.offsetTop - box.scrollTop;
    if (above < 0) box.scrollTop += above;
    else if (above + row.offsetHeight > box.clientHeight) box.scrollTop += above + row.offsetHeight - box.clientHeight;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each time it is asked for
  useEffect(() => {
    if (asked > 0) (rowAt(at) ?? panel.current)?.focus({ preventScroll: true });
  }, [asked]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the place alone
  useEffect(() => {
    if (chosen === null) reveal(rowAt(here));
  }, [here]);

  /** The line as the article has it now; it may have changed since it was read. */
  function now(row: number): OutlineEntry | undefined {
    return readNow()[row];
  }
  function go(row: number): void {
    const entry = now(row);
    if (entry === undefined) return;
    goToEntry(editor, entry);
    choose(null);
    if (!isBeside()) gate.close();
    if (!reading) editor.view.focus();
  }
  function move(entry: OutlineEntry, gap: number): void {
    const section = sectionAt(editor.state.doc, entry.from);
    if (section === null) return;
    const { tr, position } = moveSection(editor.state, section, gap);
    editor.view.dispatch(tr);
    showBlock(editor.view, position);
    const read = readNow();
    const row = read.findIndex(({ from, kind }) => from === position && kind !== "comment");
    announce(t.moved(entryName(entry), row + 1, read.length));
    choose(row);
    // Once the lines are drawn anew.
    setTimeout(() => focusRow(row));
  }
  function step(row: number, direction: -1 | 1): void {
    const entry = now(row);
    if (reading || entry === undefined || entry.holder === null) return;
    const section = sectionAt(editor.state.doc, entry.from);
    const gap = section === null ? null : nextGap(section, direction);
    if (gap === null) announce(direction < 0 ? t.isFirst(entryName(entry)) : t.isLast(entryName(entry)));
    else move(entry, gap);
  }

  function leave(event: KeyboardEvent<HTMLElement>): void {
    if (event.key !== "Escape") return;
    event.preventDefault();
    if (!isBeside()) gate.close();
    choose(null);
    editor.view.focus();
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (ctrlKey || metaKey || shiftKey) return;
    const next = altKey ? null : rowOfKey(key, at, shown);
    if (altKey && (key === "ArrowUp" || key === "ArrowDown")) step(at, key === "ArrowUp" ? -1 : 1);
    else if (!altKey && (key === "Enter" || key === " ")) go(at);
    else if (next !== null) focusRow(next);
    else return;
    event.preventDefault();
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    const row = Number((event.target as Element).closest("[data-row]")?.getAttribute("data-row") ?? -1);
    const box = list.current;
    if (reading || row < 0 || box === null || event.button !== 0 || event.pointerType === "touch") return;
    let own = { from: 0, to: 0 };
    followRowDrag(event.nativeEvent, {
      list: box,
      places() {
        const entry = now(row);
        own = (entry && sectionAt(editor.state.doc, entry.from)) ?? own;
        return entry === undefined ? [] : dropPlaces(editor.state.doc, readNow().slice(0, MAX_ROWS), entry);
      },
      isOwn(each) {
        const from = entries[each]?.from;
        return from !== undefined && from >= own.from && from < own.to;
      },
      show: (place) => setDragged(place === null ? null : { row, place }),
      drop(place) {
        const entry = now(row);
        // An upload may have come in meanwhile: the same two lines, wherever they stand by now.
        const same = (each: DropPlace) => each.row === place.row && each.side === place.side;
        const gap = entry && dropPlaces(editor.state.doc, readNow(), entry).find(same)?.gap;
        if (entry !== undefined && gap !== undefined) move(entry, gap);
      },
    });
  }

  return (
    <section ref={panel} className="outline-panel" aria-label={t.title} tabIndex={-1} onKeyDown={leave}>
      <header className="outline-head">
        <h2>{t.title}</h2>
        <CloseButton
          size="sm"
          aria-label={t.close}
          onClick={() => {
            gate.close();
            editor.view.focus();
          }}
        />
      </header>
      {shown.length === 0 ? (
        <p className="outline-hint">{t.none}</p>
      ) : (
        <div
          ref={list}
          className="outline-list"
          role="tree"
          aria-label={t.title}
          onClick={(event) => {
            const row = (event.target as Element).closest("[data-row]");
            if (row !== null) go(Number(row.getAttribute("data-row")));
          }}
          onKeyDown={onKeyDown}
          onPointerDown={onPointerDown}
          onFocus={(event) => choose(Number((event.target as HTMLElement).dataset.row ?? at))}
          onBlur={(event) =>
            !event.currentTarget.contains(event.relatedTarget) && !isButton(event.relatedTarget) && choose(null)
          }
        >
          {shown.map((entry, row) => (
            <OutlineRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place; what stands there changes
              key={row}
              index={row}
              kind={entry.kind}
              depth={entry.depth}
              level={entry.level}
              name={entry.name}
              words={entry.words}
              count={entry.count}
              picture={entry.file === "" ? "" : files.url(entry.file)}
              isHere={row === here}
              isStop={row === at}
              isDragged={dragged?.row === row}
              drop={dragged?.place?.row === row ? dragged.place.side : undefined}
            />
          ))}
        </div>
      )}
      {entries.length > MAX_ROWS && <p className="outline-hint">{t.more(entries.length - MAX_ROWS)}</p>}
      {!reading && shown.length > 0 && (
        <div className="outline-foot">
          {([-1, 1] as const).map((direction) => {
            const key = direction < 0 ? MOVE_SECTION_KEYS.up : MOVE_SECTION_KEYS.down;
            const Icon = direction < 0 ? IconArrowUp : IconArrowDown;
            return (
              <button
                key={direction}
                type="button"
                className="outline-move"
                data-outline-move
                aria-disabled={!canMove || undefined}
                title={`${direction < 0 ? t.up : t.down} (${keyName(key)})`}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => canMove && step(at, direction)}
              >
                <Icon size={16} stroke={1.7} aria-hidden />
                {direction < 0 ? t.up : t.down}
              </button>
            );
          })}
        </div>
      )}
    </section>
  );
}

const isButton = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.dataset.outlineMove !== undefined;

/** Where the arrows, Home and End lead: up and down by line, left to what a line stands under, right to what stands under it. */
function rowOfKey(key: string, at: number, rows: readonly OutlineEntry[]): number | null {
  const depth = rows[at]?.depth ?? 1;
  switch (key) {
    case "ArrowUp":
      return Math.max(at - 1, 0);
    case "ArrowDown":
      return Math.min(at + 1, rows.length - 1);
    case "Home":
      return 0;
    case "End":
      return rows.length - 1;
    case "ArrowLeft": {
      const parent = rows.slice(0, at).findLastIndex((row) => row.depth < depth);
      return parent < 0 ? null : parent;
    }
    case "ArrowRight":
      return (rows[at + 1]?.depth ?? 0) > depth ? at + 1 : null;
    default:
      return null;
  }
}
