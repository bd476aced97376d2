/** The overlays of the article and the foot line, in one chunk that loads after the first paint. */
import { useEffect, useState } from "react";
import { focusFields } from "../article/nodes/blocks-at-cursor.ts";
import { BLOCK_MENU_KEY, FORMAT_BAR_KEY, isPressed } from "../ui/keys.ts";
import { listenTo } from "../ui/lib/dom.ts";
import { useStore } from "../ui/lib/store.ts";
import { FindPanel } from "./find/FindPanel.tsx";
import { FormatBar, MoreMenu } from "./format/FormatBar.tsx";
import { LinkForm } from "./format/LinkForm.tsx";
import { useSelectedText } from "./format/selected-text.ts";
import { BlockHandle } from "./handle/BlockHandle.tsx";
import { InsertHere, InsertMenu } from "./menus/InsertMenu.tsx";
import { PasteBar } from "./offers/PasteBar.tsx";
import { ShortcutSheet } from "./shortcuts/ShortcutSheet.tsx";
import { SlashMenu } from "./slash/SlashMenu.tsx";
import type { WritingTools } from "./writing-tools.ts";

export { FooterLine } from "./foot/FooterLine.tsx";

export function Overlays({ tools, isPhone }: { tools: WritingTools; isPhone: boolean }) {
  const { context, open: opened, finding } = tools;
  const { editor } = context;
  const open = useStore(opened);
  const request = useStore(finding);
  const query = useStore(editor.storage.slash.query);
  const offer = useStore(editor.storage.pasteOffers.offer);
  const { text: selected, dismiss } = useSelectedText(editor);
  // A phone shows only the bar at the bottom.
  const text = isPhone ? null : selected;
  const [entered, setEntered] = useState(0);

  useEffect(() => {
    if (text === null) setEntered(0);
    const onKey = (event: KeyboardEvent) => {
      if (!editor.view.dom.contains(event.target as Node)) return;
      if (isPressed(FORMAT_BAR_KEY, event)) {
        if (text !== null) setEntered((times) => times + 1);
        else if (!focusFields(editor.view))
          document.querySelector<HTMLElement>(".writing-toolbar [data-tool][tabindex='0']")?.focus();
      } else if (isPressed(BLOCK_MENU_KEY, event)) opened.set("blockMenu");
      else if (event.key === "Escape" && text !== null) dismiss();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    // Runs before the editor's own keys.
    return listenTo(document, { keydown: onKey }, { capture: true });
  });

  const close = () => opened.set(null);
  return (
    <>
      {query !== null && <SlashMenu context={context} query={query} />}
      {(open === "insert" || open === "insertHere") && (
        <InsertMenu
          key={open}
          context={context}
          opener={open === "insert" ? "insert" : "insert-here"}
          onClose={close}
        />
      )}
      <InsertHere tools={tools} />
      {open === "link" && <LinkForm tools={tools} />}
      {open === "more" && <MoreMenu tools={tools} isPhone={isPhone} />}
      {open === null && text !== null && <FormatBar tools={tools} text={text} entered={entered} onDismiss={dismiss} />}
      {open === null && offer !== null && <PasteBar tools={tools} offer={offer} />}
      {request !== null && <FindPanel tools={tools} request={request} />}
      {open === "shortcuts" && <ShortcutSheet context={context} onClose={close} />}
      <BlockHandle tools={tools} />
    </>
  );
}
