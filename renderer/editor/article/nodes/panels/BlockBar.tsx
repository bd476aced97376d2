/**
 * The settings of a block that shows a file, as one bar that floats: over the upper edge of what the block shows, so that
 * no word moves; on a phone at the bottom of the window, so that the block stays in sight.
 */
import { type ComponentPropsWithRef, type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { messages } from "../../../messages/index.ts";
import { isNarrow, visibleBounds } from "../../../ui/float.ts";
import { Popup, useCloseOutside } from "../../../ui/Popup.tsx";
import { moveFocus, Tool } from "../../../ui/Tool.tsx";
import type { PanelBlock } from "./panel-host.ts";

/** What a block shows, without its caption. */
const SHOWN = ":scope > :is(.figure-media, .card, .gallery-pictures)";
/** CSS pixels between what a block shows and the sheet of a phone. */
const AIR = 8;

/** Where a block shows what it shows. */
function boxOf({ view, getPos }: PanelBlock): DOMRect | null {
  const position = getPos();
  const dom = position === undefined ? null : view.nodeDOM(position);
  return dom instanceof HTMLElement ? (dom.querySelector(SHOWN) ?? dom).getBoundingClientRect() : null;
}

export function BlockBar({ block, children }: { block: PanelBlock; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);

  // Once, when it opens: what scrolls after that is the person's.
  useEffect(() => {
    const at = boxOf(block);
    if (!isNarrow() || at === null || bar.current === null) return;
    const covered = at.bottom + AIR - bar.current.getBoundingClientRect().top;
    const room = at.top - visibleBounds().y - AIR;
    window.scrollBy({ top: Math.max(0, Math.min(covered, room)) });
  }, [block]);

  return (
    <Popup
      ref={bar}
      className="block-bar"
      role="group"
      aria-label={messages.media.settings}
      anchor={() => boxOf(block)}
      prefer="over"
    >
      {children}
    </Popup>
  );
}

/** A button of a bar. */
export interface BarTool extends Omit<ComponentPropsWithRef<"button">, "id" | "style" | "disabled"> {
  id: string;
  label: string;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  pressed?: boolean;
  unavailable?: boolean;
  onPress: () => void;
}

/** Buttons with icons: one stop of the Tab key, the arrows move inside. @param groups each apart from the others */
export function BarTools({ label, groups }: { label: string; groups: readonly (readonly BarTool[])[] }) {
  const [stop, setStop] = useState("");
  const ids = groups.flat().map(({ id }) => id);
  const current = ids.includes(stop) ? stop : ids[0];
  return (
    <div className="block-bar-tools" role="toolbar" aria-label={label} onKeyDown={moveFocus}>
      {groups.map((tools) => (
        <span key={tools[0]?.id} className="block-bar-group">
          {tools.map(({ id, ...tool }) => (
            <Tool
              key={id}
              {...tool}
              tool={`block-${id}`}
              data-control={id}
              tabStop={id === current}
              onStop={() => setStop(id)}
            />
          ))}
        </span>
      ))}
    </div>
  );
}

/** Fields below a bar, which a button of it opens. @param opener that button's id */
export function BarDrawer({ opener, onClose, children }: { opener: string; onClose(): void; children: ReactNode }) {
  const drawer = useCloseOutside(onClose, `block-${opener}`);
  useEffect(() => {
    const dom = drawer.current;
    dom?.querySelector<HTMLElement>("input, select, button")?.focus();
    // Before the panel around hears of it, for which Escape leads back to the article.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      onClose();
      dom?.closest(".block-bar")?.querySelector<HTMLElement>(`[data-control="${opener}"]`)?.focus();
    };
    dom?.addEventListener("keydown", onKey);
    return () => dom?.removeEventListener("keydown", onKey);
  }, [drawer, opener, onClose]);
  return (
    <div ref={drawer} className="block-bar-drawer">
      {children}
    </div>
  );
}
