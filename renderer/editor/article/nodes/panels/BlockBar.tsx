/** The settings bar of a block that shows a file. It floats over the upper edge, so that it moves no text. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { messages } from "../../../messages/index.ts";
import { moveFocus, Tool, type ToolSpec } from "../../../ui/buttons.tsx";
import { Popup, useCloseOutside } from "../../../ui/Popup.tsx";
import { PHONE, visibleBounds } from "../../../ui/visible-area.ts";
import { type PanelBlock, usePanel } from "./panel.ts";

const SHOWN = ":scope > :is(.figure-media, .card, .gallery-pictures)";
const AIR_PX = 8;

function boxOf({ view, getPos }: PanelBlock): DOMRect | null {
  const position = getPos();
  const dom = position === undefined ? null : view.nodeDOM(position);
  return dom instanceof HTMLElement ? (dom.querySelector(SHOWN) ?? dom).getBoundingClientRect() : null;
}

export function BlockBar({ children }: { children: ReactNode }) {
  const { block } = usePanel();
  const bar = useRef<HTMLDivElement>(null);

  // Scrolls only when the bar opens.
  useEffect(() => {
    const at = boxOf(block);
    if (!matchMedia(PHONE).matches || at === null || bar.current === null) return;
    const covered = at.bottom + AIR_PX - bar.current.getBoundingClientRect().top;
    const space = at.top - visibleBounds().y - AIR_PX;
    window.scrollBy({ top: Math.max(0, Math.min(covered, space)) });
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

/** Icon buttons with one tab stop and arrow keys. @param groups are separated by lines */
export function BarTools({ label, groups }: { label: string; groups: readonly (readonly ToolSpec[])[] }) {
  const [stop, setStop] = useState("");
  const ids = groups.flat().map(({ tool }) => tool);
  const current = ids.includes(stop) ? stop : ids[0];
  return (
    <div className="block-bar-tools" role="toolbar" aria-label={label} onKeyDown={moveFocus}>
      {groups.map((tools) => (
        <span key={tools[0]?.tool} className="block-bar-group">
          {tools.map((spec) => (
            <Tool
              key={spec.tool}
              {...spec}
              tool={`block-${spec.tool}`}
              tabStop={spec.tool === current}
              onStop={() => setStop(spec.tool)}
            />
          ))}
        </span>
      ))}
    </div>
  );
}

/** Fields below a bar. @param opener id of the tool that opens them */
export function BarDrawer({ opener, onClose, children }: { opener: string; onClose(): void; children: ReactNode }) {
  const drawer = useCloseOutside(onClose, `block-${opener}`);
  useEffect(() => {
    const dom = drawer.current;
    dom?.querySelector<HTMLElement>("input, select, button")?.focus();
    // Runs before the panel's own Escape, which returns to the article.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      onClose();
      dom?.closest(".block-bar")?.querySelector<HTMLElement>(`[data-tool="block-${opener}"]`)?.focus();
    };
    dom?.addEventListener("keydown", onKey);
    return () => dom?.removeEventListener("keydown", onKey);
  }, [drawer, opener, onClose]);
  return (
    <div ref={drawer} className="block-bar-drawer raised stack">
      {children}
    </div>
  );
}
