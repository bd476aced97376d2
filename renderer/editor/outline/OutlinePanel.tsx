import { Button, CloseButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { ArticleSession } from "../client/article-session.ts";
import { messages } from "../messages/index.ts";
import { keyName, MOVE_SECTION_KEYS } from "../ui/keys.ts";
import { announce } from "../ui/lib/dom.ts";
import { useStore, useStorePart } from "../ui/lib/store.ts";
import { showBlock } from "../ui/visible-area.ts";
import { entryName, OutlineRow } from "./OutlineRow.tsx";
import { isBeside, type OutlineState } from "./outline-state.ts";
import type { OutlineEntry } from "./read-outline.ts";
import { type DropPlace, dropPlaces, moveSection, nextGap, sectionAt } from "./sections.ts";
import { goToEntry, useOutline } from "./use-outline.ts";

const MAX_ROWS = 1_000;

/** The outline as a tree. Enter or a click goes to an entry; Alt with an arrow or dragging moves it. */
export function OutlinePanel({ articleSession, outline }: { articleSession: ArticleSession; outline: OutlineState }) {
  const { editor, files } = articleSession;
  const reading = useStorePart(articleSession.presence.state, (presence) => presence.mode === "reading");
  const focusCount = useStore(outline.focusRequests);
  const { entries, here, readNow } = useOutline(articleSession);
  /** The focused row; null to follow the cursor in the article. */
  const [chosen, choose] = useState<number | null>(null);
  const [drag, setDrag] = useState<{ row: number; place: DropPlace | null } | null>(null);
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
    // scrollIntoView would also scroll the article.
    const above = row.offsetTop - box.scrollTop;
    if (above < 0) box.scrollTop += above;
    else if (above + row.offsetHeight > box.clientHeight) box.scrollTop += above + row.offsetHeight - box.clientHeight;
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
    // Waits until the rows are rendered.
    setTimeout(() => focusRow(row));
  }
  /** Moves a row's section before or after its neighbour; announces if there is none. */
  function step(row: number, direction: -1 | 1): void {
    const entry = readNow()[row];
    if (reading || entry === undefined || entry.holder === null) return;
    const section = sectionAt(editor.state.doc, entry.from);
    const gap = section === null ? null : nextGap(section, direction);
    if (gap === null) announce(direction < 0 ? t.isFirst(entryName(entry)) : t.isLast(entryName(entry)));
    else move(entry, gap);
  }
  /** The nearest drop target; null over the dragged section, where a drop does nothing. */
  function placeAt(event: DragEvent, rows: readonly OutlineEntry[]): DropPlace | null {
    const entry = rows[drag?.row ?? -1];
    const section = entry === undefined ? null : sectionAt(editor.state.doc, entry.from);
    const { from = -1 } = rows[rowOf(event)] ?? {};
    if (entry === undefined || section === null || (from >= section.from && from < section.to)) return null;
    return nearestPlace(dropPlaces(editor.state.doc, rows, entry), event);
  }
  const dragging = {
    onDragStart(event: DragEvent): void {
      const read = readNow();
      const row = rowOf(event);
      const entry = read[row];
      if (reading || entry === undefined || dropPlaces(editor.state.doc, read, entry).length === 0) {
        event.preventDefault();
        return;
      }
      // Firefox drags nothing without data. The article inserts nothing of this type.
      event.dataTransfer.setData("application/x-galley-outline", "");
      event.dataTransfer.effectAllowed = "move";
      setDrag({ row, place: null });
    },
    onDragOver(event: DragEvent): void {
      if (drag === null) return;
      event.preventDefault();
      setDrag({ ...drag, place: placeAt(event, shown) });
    },
    onDrop(event: DragEvent): void {
      event.preventDefault();
      const read = readNow();
      const entry = read[drag?.row ?? -1];
      const place = placeAt(event, read);
      if (entry !== undefined && place !== null) move(entry, place.gap);
    },
    onDragEnd: () => setDrag(null),
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each request
  useEffect(() => {
    if (focusCount > 0) (rowAt(at) ?? panel.current)?.focus({ preventScroll: true });
  }, [focusCount]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the place changes
  useEffect(() => {
    if (chosen === null) reveal(rowAt(here));
  }, [here]);

  function go(row: number): void {
    const entry = readNow()[row];
    if (entry === undefined) return;
    goToEntry(editor, entry);
    choose(null);
    if (!isBeside()) outline.close();
    if (!reading) editor.view.focus();
  }

  function leave(event: KeyboardEvent<HTMLElement>): void {
    if (event.key !== "Escape") return;
    event.preventDefault();
    if (!isBeside()) outline.close();
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

  return (
    <section
      ref={panel}
      className="outline-panel"
      aria-label={t.title}
      tabIndex={-1}
      onKeyDown={leave}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && choose(null)}
    >
      <header className="outline-head">
        <h2>{t.title}</h2>
        <CloseButton
          size="sm"
          aria-label={`${messages.common.close}: ${t.title}`}
          onClick={() => {
            outline.close();
            editor.view.focus();
          }}
        />
      </header>
      {shown.length === 0 ? (
        <p className="hint">{t.none}</p>
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
          {...dragging}
          onFocus={(event) => choose(Number((event.target as HTMLElement).dataset.row ?? at))}
        >
          {shown.map((entry, row) => (
            <OutlineRow
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by their index
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
              isDragged={drag?.row === row}
              drop={drag?.place?.row === row ? drag.place.side : undefined}
            />
          ))}
        </div>
      )}
      {entries.length > MAX_ROWS && <p className="hint">{t.more(entries.length - MAX_ROWS)}</p>}
      {!reading && shown.length > 0 && <Foot canMove={canMove} onMove={(direction) => step(at, direction)} />}
    </section>
  );
}

function Foot({ canMove, onMove }: { canMove: boolean; onMove: (direction: -1 | 1) => void }) {
  const t = messages.writing.handle;
  const tool = (direction: -1 | 1, label: string, key: string, Icon: typeof IconArrowUp) => (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      leftSection={<Icon size={16} stroke={1.7} aria-hidden />}
      aria-disabled={!canMove || undefined}
      title={`${label} (${keyName(key)})`}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => canMove && onMove(direction)}
    >
      {label}
    </Button>
  );
  return (
    <div className="outline-foot">
      {tool(-1, t.up, MOVE_SECTION_KEYS.up, IconArrowUp)}
      {tool(1, t.down, MOVE_SECTION_KEYS.down, IconArrowDown)}
    </div>
  );
}

/** The row for a key: up and down move by row, left to the parent, right to the first child. */
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

const rowOf = ({ target }: DragEvent): number =>
  Number((target as Element).closest("[data-row]")?.getAttribute("data-row") ?? -1);

function nearestPlace(places: readonly DropPlace[], { clientY, currentTarget }: DragEvent): DropPlace | null {
  const distanceTo = ({ row, side }: DropPlace): number => {
    const box = currentTarget.querySelector(`[data-row="${row}"]`)?.getBoundingClientRect();
    // The offsets distinguish two places at the same edge.
    return box === undefined ? Infinity : Math.abs((side === "above" ? box.top + 1 : box.bottom - 1) - clientY);
  };
  const nearest = Math.min(...places.map(distanceTo));
  return places.find((place) => distanceTo(place) === nearest) ?? null;
}
