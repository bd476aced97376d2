import { undo } from "@tiptap/pm/history";
import type { KeyboardEvent } from "react";
import { useEffect, useRef } from "react";
import { embedOf } from "../../../../server/article/embeds/embed.ts";
import type { PasteOffer } from "../../article/paste/paste-offers.ts";
import { messages } from "../../messages/index.ts";
import { keyName } from "../../ui/keys.ts";
import { useStore } from "../../ui/lib/use-store.ts";
import { Popup } from "../../ui/Popup.tsx";
import { moveFocus } from "../../ui/Tool.tsx";
import { boxOfWords } from "../format/words-box.ts";
import type { WritingTools } from "../writing-tools.ts";
import { addressInto } from "./address-into.ts";

/** Offers for the last paste. Tab focuses it, Escape closes it. */
export function PasteBar({ tools, offer }: { tools: WritingTools; offer: PasteOffer }) {
  const { editor } = tools.context;
  const bar = useRef<HTMLDivElement>(null);
  const entered = useStore(editor.storage.pasteOffers.entered);
  const before = useRef(entered);
  const t = messages.writing.offers;
  const { href } = offer;

  useEffect(() => {
    if (entered !== before.current) bar.current?.querySelector("button")?.focus();
    before.current = entered;
  }, [entered]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    moveFocus(event);
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    leave();
  }

  function leave(): void {
    editor.view.focus();
    editor.storage.pasteOffers.dismiss();
  }

  function keepAsTyped(): void {
    editor.view.focus();
    undo(editor.state, editor.view.dispatch);
  }

  const action = (label: string, onPress: () => void) => (
    <button
      type="button"
      className="writing-offers-action"
      data-tool={`offer-${label}`}
      // Keeps the focus in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {label}
    </button>
  );
  return (
    <Popup
      ref={bar}
      className="writing-offers"
      role="toolbar"
      aria-label={t.label}
      anchor={() => boxOfWords(editor.view, { from: href === null ? offer.to : offer.from, to: offer.to })}
      onKeyDown={onKeyDown}
    >
      <span role="status">{href === null ? t.formatted : t.linked}</span>
      {href === null ? (
        action(t.keepAsTyped, keepAsTyped)
      ) : (
        <>
          {embedOf(href, editor.storage.pasteOffers.hosts) !== null &&
            action(t.embed, () => addressInto(editor, offer, "embed"))}
          {action(t.card, () => addressInto(editor, offer, "linkEmbed"))}
        </>
      )}
      <kbd className="for-keyboard" aria-hidden>
        {keyName("Tab")}
      </kbd>
    </Popup>
  );
}
