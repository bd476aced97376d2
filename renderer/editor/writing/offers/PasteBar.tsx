import { Button } from "@mantine/core";
import type { Editor } from "@tiptap/core";
import { closeHistory, undo } from "@tiptap/pm/history";
import { NodeSelection, Selection } from "@tiptap/pm/state";
import { useEffect, useRef } from "react";
import { embedOf } from "../../../../server/article/embeds/embed.ts";
import { dismissOffer, type PasteOffer } from "../../article/paste/paste-offers.ts";
import { messages } from "../../messages/index.ts";
import { moveFocus } from "../../ui/buttons.tsx";
import { keyName } from "../../ui/keys.ts";
import { useStore } from "../../ui/lib/store.ts";
import { Popup } from "../../ui/Popup.tsx";
import { showBlock } from "../../ui/visible-area.ts";
import { boxOfText } from "../format/selected-text.ts";
import type { WritingTools } from "../writing-tools.ts";

/** Alternatives for the last paste. Tab focuses the bar, Escape closes it. */
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

  function leave(): void {
    editor.view.focus();
    dismissOffer(editor.view);
  }

  function keepAsTyped(): void {
    editor.view.focus();
    undo(editor.state, editor.view.dispatch);
  }

  const action = (label: string, onPress: () => void) => (
    <Button
      size="compact-sm"
      variant="default"
      data-tool={`offer-${label}`}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {label}
    </Button>
  );
  return (
    <Popup
      ref={bar}
      className="writing-offers row"
      role="toolbar"
      aria-label={t.label}
      anchor={() => boxOfText(editor.view, { from: href === null ? offer.to : offer.from, to: offer.to })}
      onKeyDown={moveFocus}
      onEscape={leave}
    >
      <span role="status">{href === null ? t.formatted : t.linked}</span>
      {href === null ? (
        action(t.keepAsTyped, keepAsTyped)
      ) : (
        <>
          {embedOf(href, editor.storage.pasteOffers.hosts) !== null &&
            action(messages.embed.label, () => turnUrlInto(editor, offer, "embed"))}
          {action(messages.media.choices["link-card"].label, () => turnUrlInto(editor, offer, "linkEmbed"))}
        </>
      )}
      <kbd className="for-keyboard" aria-hidden>
        {keyName("Tab")}
      </kbd>
    </Popup>
  );
}

/** Turns the paragraph with the URL into a card or an embed and moves the cursor below it. Undo restores the link. */
function turnUrlInto({ state, view }: Editor, { from, href }: PasteOffer, name: "linkEmbed" | "embed"): void {
  const $from = state.doc.resolve(from);
  const block = state.schema.node(name, { href });
  const place = $from.before();
  const tr = closeHistory(state.tr).replaceWith(place, $from.after(), block);
  const after = place + block.nodeSize;
  const next = tr.doc.resolve(after).nodeAfter;
  if (next === null) tr.insert(after, state.schema.node("paragraph"));
  const isTextNext = next === null || next.isTextblock;
  tr.setSelection(isTextNext ? Selection.near(tr.doc.resolve(after + 1), 1) : NodeSelection.create(tr.doc, place));
  view.dispatch(tr);
  view.focus();
  showBlock(view, place);
}
