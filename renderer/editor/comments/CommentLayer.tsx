import { IconMessage } from "@tabler/icons-react";
import { useEffect, useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import { messages } from "../messages/index.ts";
import { sheetTools } from "../ui/lib/dom.ts";
import { useStore, useStorePart } from "../ui/lib/store.ts";
import { CommentPanel } from "./CommentPanel.tsx";
import type { CommentSession } from "./comment-state.ts";
import { type CommentStore, createCommentStore, NEW_COMMENT, shortName } from "./comment-store.ts";

export function CommentLayer({ articleSession }: { articleSession: CommentSession }) {
  const [store, setStore] = useState<CommentStore | null>(null);
  // It stays as long as the page is open. A layout effect, so that the field takes buffered keys in the same turn.
  useLayoutEffect(() => setStore(createCommentStore(articleSession)), [articleSession]);
  return store === null ? null : <Layer store={store} />;
}

function Layer({ store }: { store: CommentStore }) {
  const { comments, panel } = store.articleSession;
  const shown = useStorePart(panel, (open) => open === "comments");
  const request = useStore(comments.request);
  /** The card to focus; a new object for each request. */
  const [focused, setFocused] = useState<{ id: string } | null>(null);

  function open(id: string): void {
    store.select(id);
    panel.set("comments");
    setFocused({ id });
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request is handled once
  useEffect(() => {
    if (request === null) return;
    comments.request.set(null);
    if (request === "begin") return store.begin();
    const id = store.next(request === "next" ? 1 : -1);
    if (id === null) return panel.set("comments");
    store.show(id);
    open(id);
  }, [request, store]);

  return (
    <>
      <Markers store={store} onOpen={open} />
      {shown && (
        <CommentPanel
          store={store}
          focused={focused}
          onClose={() => {
            panel.set(null);
            setFocused(null);
            store.select(null);
          }}
        />
      )}
    </>
  );
}

/** Markers closer than this many CSS pixels are combined. */
const MIN_DISTANCE = 24;

interface Marker {
  top: number;
  threads: string[];
}

/** A button next to each line with comments, outside the text and its keyboard navigation. */
function Markers({ store, onOpen }: { store: CommentStore; onOpen: (thread: string) => void }) {
  const { editor, comments } = store.articleSession;
  const threads = useStore(comments.threads.rows);
  const current = useStore(store.current);
  const [markers, setMarkers] = useState<Marker[]>([]);
  useEffect(() => {
    let frame = 0;
    const measure = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setMarkers(measured(store)));
    };
    measure();
    const stop = store.places.subscribe(measure);
    const observer = new ResizeObserver(measure);
    observer.observe(editor.view.dom);
    return () => {
      cancelAnimationFrame(frame);
      stop();
      observer.disconnect();
    };
  }, [store, editor]);
  const tools = sheetTools(editor.view);
  if (tools === null) return null;
  return createPortal(
    markers.map(({ top, threads: ids }) => {
      const [first = ""] = ids;
      const thread = threads.get(first);
      if (thread === undefined) return null;
      const name = messages.comments.marker(shortName(thread.comments[0]?.author ?? ""), ids.length - 1);
      return (
        <button
          key={first}
          type="button"
          className="comments-marker"
          data-current={(current !== null && ids.includes(current)) || undefined}
          style={{ top }}
          aria-label={name}
          title={name}
          // Shortcuts move between comments instead.
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onOpen(first)}
        >
          <IconMessage size={16} stroke={1.7} aria-hidden />
          {ids.length > 1 && <span aria-hidden>{ids.length}</span>}
        </button>
      );
    }),
    tools,
  );
}

function measured(store: CommentStore): Marker[] {
  const { view } = store.articleSession.editor;
  const edge = view.dom.parentElement?.getBoundingClientRect().top ?? 0;
  const places = [...store.placesNow()]
    .filter(([id]) => id !== NEW_COMMENT)
    .sort(([, one], [, other]) => one.from - other.from);
  const markers: Marker[] = [];
  for (const [id, { from, kind }] of places) {
    const dom = kind === "block" ? view.nodeDOM(from) : null;
    const box = dom instanceof HTMLElement ? dom.getBoundingClientRect() : view.coordsAtPos(from, 1);
    const top = Math.round(box.top - edge);
    const last = markers.at(-1);
    if (last !== undefined && top - last.top < MIN_DISTANCE) last.threads.push(id);
    else markers.push({ top, threads: [id] });
  }
  return markers;
}
