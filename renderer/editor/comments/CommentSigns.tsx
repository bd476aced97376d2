import { IconMessage } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { messages } from "../messages/index.ts";
import { useStore } from "../ui/lib/use-store.ts";
import { sheetTools } from "../ui/sheet-tools.ts";
import type { CommentDesk } from "./comment-desk.ts";
import type { CommentSession } from "./comment-gate.ts";
import { NEW } from "./outbox.ts";
import { shortName } from "./waiting.ts";

/** CSS pixels within which signs would cover each other. */
const CLOSE = 24;

interface Sign {
  top: number;
  /** From the top of the text on. */
  threads: string[];
}

export interface CommentSignsProps {
  articleSession: CommentSession;
  desk: CommentDesk;
  onOpen: (thread: string) => void;
}

/** A sign beside each line with comments. It stands outside the text, so that no key has to get past it. */
export function CommentSigns({ articleSession, desk, onOpen }: CommentSignsProps) {
  const { editor } = articleSession;
  const threads = useStore(desk.list.threads);
  const current = useStore(desk.current);
  const [signs, setSigns] = useState<Sign[]>([]);
  useEffect(() => {
    let frame = 0;
    const measure = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setSigns(measured(articleSession, desk)));
    };
    measure();
    const stop = desk.places.subscribe(measure);
    const observer = new ResizeObserver(measure);
    observer.observe(editor.view.dom);
    return () => {
      cancelAnimationFrame(frame);
      stop();
      observer.disconnect();
    };
  }, [articleSession, desk, editor]);
  const tools = sheetTools(editor.view);
  if (tools === null) return null;
  return createPortal(
    signs.map(({ top, threads: ids }) => {
      const [first = ""] = ids;
      const thread = threads.get(first);
      if (thread === undefined) return null;
      const name = messages.comments.sign(shortName(thread.comments[0]?.author ?? ""), ids.length - 1);
      return (
        <button
          key={first}
          type="button"
          className="comments-sign"
          data-current={(current !== null && ids.includes(current)) || undefined}
          style={{ top }}
          aria-label={name}
          title={name}
          // Not in the tab order: the keyboard goes from one to the next with a key of its own.
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

function measured({ editor }: CommentSession, desk: CommentDesk): Sign[] {
  const { view } = editor;
  const edge = view.dom.parentElement?.getBoundingClientRect().top ?? 0;
  const places = [...desk.placesNow()].filter(([id]) => id !== NEW).sort(([, one], [, other]) => one.from - other.from);
  const signs: Sign[] = [];
  for (const [id, { from, kind }] of places) {
    const dom = kind === "block" ? view.nodeDOM(from) : null;
    const box = dom instanceof HTMLElement ? dom.getBoundingClientRect() : view.coordsAtPos(from, 1);
    const top = Math.round(box.top - edge);
    const before = signs.at(-1);
    if (before !== undefined && top - before.top < CLOSE) before.threads.push(id);
    else signs.push({ top, threads: [id] });
  }
  return signs;
}
