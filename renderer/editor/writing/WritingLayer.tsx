import { type ReactNode, useEffect, useState } from "react";
import { focusFields } from "../article/nodes/blocks-at-cursor.ts";
import { messages } from "../messages/index.ts";
import { BLOCK_MENU_KEY, FIND_KEYS, FORMAT_BAR_KEY, isPressed, SHORTCUTS_KEY } from "../ui/keys.ts";
import { isModalOpen, listenTo } from "../ui/lib/dom.ts";
import { whenIdle } from "../ui/lib/later.ts";
import { useStore } from "../ui/lib/store.ts";
import { TextButton } from "../ui/TextButton.tsx";
import { useKeysHeld, useKeysMeanwhile } from "../ui/use-keys-meanwhile.ts";
import { useOnDemand } from "../ui/use-on-demand.ts";
import { useSelectedWords } from "./format/use-selected-words.ts";
import type { Point } from "./handle/follow-blocks.ts";
import type { WritingTools } from "./writing-tools.ts";

const loadSlash = () => import("./slash/SlashMenu.tsx");
const loadInsert = () => import("./menus/InsertMenu.tsx");
const loadHere = () => import("./menus/InsertHere.tsx");
const loadLink = () => import("./format/LinkForm.tsx");
const loadBar = () => import("./format/FormatBar.tsx");
const loadFind = () => import("./find/FindPanel.tsx");
const loadShortcuts = () => import("./shortcuts/ShortcutSheet.tsx");
const loadOffers = () => import("./offers/PasteBar.tsx");
const loadHandle = () => import("./handle/BlockHandle.tsx");

const loadFootLine = () => import("./foot/FootLine.tsx");

const nothing = () => {};

/** Overlays for writing. Each is loaded when it is first needed. */
export function WritingLayer({ tools, isPhone }: { tools: WritingTools; isPhone: boolean }) {
  const { editor } = tools.context;
  const open = useStore(tools.open);
  const slashQuery = useStore(editor.storage.slash.query);
  const { words: selected, dismiss } = useSelectedWords(editor);
  // A phone shows only the bar at the bottom.
  const words = isPhone ? null : selected;
  const [entered, setEntered] = useState(0);
  const [touched, setTouched] = useState<Point | null>(null);
  const slash = useOnDemand(loadSlash, slashQuery !== null, () => {
    tools.missing();
    editor.storage.slash.dismiss();
  });
  const isInserting = open === "insert" || open === "insertHere";
  const insert = useOnDemand(loadInsert, isInserting, tools.failed);
  const [idle, setIdle] = useState(false);
  const here = useOnDemand(loadHere, idle, nothing);
  const link = useOnDemand(loadLink, open === "link", tools.failed);
  const more = useOnDemand(loadBar, open === "more", tools.failed);
  const bar = useOnDemand(loadBar, words !== null, tools.missing);
  const offer = useStore(editor.storage.pasteOffers.offer);
  const offers = useOnDemand(loadOffers, offer !== null, editor.storage.pasteOffers.dismiss);
  const finding = useStore(tools.finding);
  const find = useOnDemand(loadFind, finding !== null, tools.failed);
  const shortcuts = useOnDemand(loadShortcuts, open === "shortcuts", tools.failed);
  useKeysMeanwhile(finding !== null && find === null, () => tools.finding.set(null));
  useKeysMeanwhile(open === "link" && link === null, () => tools.open.set(null));
  useKeysHeld(useStore(tools.keysHeld), () => {
    tools.releaseKeys();
    editor.view.focus();
  });
  const handle = useOnDemand(loadHandle, touched !== null || open === "blockMenu", tools.missing);

  useEffect(() => whenIdle(() => setIdle(true)), []);
  useEffect(() => {
    const touch = ({ clientX: x, clientY: y }: PointerEvent) => setTouched({ x, y });
    return listenTo(editor.view.dom, { pointermove: touch, pointerdown: touch }, { once: true });
  }, [editor]);

  useEffect(() => {
    if (words === null) setEntered(0);
    const onKey = (event: KeyboardEvent) => {
      if (!editor.view.dom.contains(event.target as Node)) return;
      if (isPressed(FORMAT_BAR_KEY, event)) {
        if (words !== null) setEntered((times) => times + 1);
        else if (!focusFields(editor.view))
          document.querySelector<HTMLElement>(".writing-toolbar [data-tool][tabindex='0']")?.focus();
      } else if (isPressed(BLOCK_MENU_KEY, event)) tools.open.set("blockMenu");
      else if (event.key === "Escape" && words !== null) dismiss();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    // Before the editor's own keys.
    return listenTo(document, { keydown: onKey }, { capture: true });
  });

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as Element;
      const writes = target.closest("input, textarea, select, [contenteditable]") !== null;
      // Plain typing is no shortcut, and must not search the page for modals.
      if (writes && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) return;
      if (isModalOpen()) return;
      const is = (keys: readonly string[]) => keys.some((each) => isPressed(each, event));
      if (is(FIND_KEYS.open)) tools.finding.set({ replacing: tools.finding.get()?.replacing ?? false });
      else if (is(FIND_KEYS.replace)) tools.finding.set({ replacing: true });
      else if (finding === null && is([...FIND_KEYS.next, ...FIND_KEYS.previous]))
        tools.finding.set({ replacing: false });
      else if (isPressed(SHORTCUTS_KEY, event) || (event.key === "?" && !writes)) tools.open.set("shortcuts");
      else return;
      event.preventDefault();
    };
    return listenTo(document, { keydown: onKey });
  });

  const close = () => tools.open.set(null);
  return (
    <section className="writing-layer" aria-label={messages.writing.label}>
      {slashQuery !== null && slash !== null && <slash.SlashMenu context={tools.context} query={slashQuery} />}
      {isInserting && insert !== null && (
        <insert.InsertMenu
          key={open}
          context={tools.context}
          opener={open === "insert" ? "insert" : "insert-here"}
          onClose={close}
        />
      )}
      {here !== null && <here.InsertHere tools={tools} />}
      {open === "link" && link !== null && <link.LinkForm tools={tools} />}
      {open === "more" && more !== null && <more.MoreMenu tools={tools} isPhone={isPhone} />}
      {words !== null && open === null && bar !== null && (
        <bar.FormatBar tools={tools} words={words} entered={entered} onDismiss={dismiss} />
      )}
      {offer !== null && open === null && offers !== null && <offers.PasteBar tools={tools} offer={offer} />}
      {finding !== null && find !== null && <find.FindPanel tools={tools} request={finding} />}
      {open === "shortcuts" && shortcuts !== null && (
        <shortcuts.ShortcutSheet context={tools.context} onClose={close} />
      )}
      {handle !== null && <handle.BlockHandle tools={tools} pointer={touched} />}
    </section>
  );
}

/** The footer; on a phone with the toolbar above it. */
export function Foot({ tools, children }: { tools: WritingTools; children: ReactNode }) {
  const [idle, setIdle] = useState(false);
  const line = useOnDemand(loadFootLine, idle, nothing);
  const t = messages.writing.foot;
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return (
    <section className="writing-foot" aria-label={children ? t.withTools : t.label}>
      {children}
      <div className="writing-foot-line">{line !== null && <line.FootLine tools={tools} />}</div>
    </section>
  );
}

export function WritingNotices({ tools }: { tools: WritingTools }) {
  const said = useStore(tools.said);
  const offered = useStore(tools.offered);
  const hosts = new Set(offered.map((source) => URL.parse(source)?.host ?? ""));
  const from = hosts.size === 1 ? ([...hosts][0] ?? null) : null;
  const t = messages.writing.paste;
  return (
    <div role="status" className="writing-said">
      {said !== "" && (
        <p className="raised">
          {said} <TextButton onClick={() => tools.said.set("")}>{messages.notices.close}</TextButton>
        </p>
      )}
      {offered.length > 0 && (
        <p className="raised">
          {t.elsewhere(offered.length, from)}{" "}
          <TextButton onClick={tools.fetchOffered}>{t.fetch(offered.length, from)}</TextButton>{" "}
          <TextButton onClick={() => tools.offered.set([])}>{messages.notices.close}</TextButton>
        </p>
      )}
    </div>
  );
}
