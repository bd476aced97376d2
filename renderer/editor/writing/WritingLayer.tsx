import { type ReactNode, useEffect } from "react";
import { messages } from "../messages/index.ts";
import { useKeyBuffer } from "../ui/buffer-keys.ts";
import { TextButton } from "../ui/buttons.tsx";
import { FIND_KEYS, isPressed, keyName, LINK_KEY, SHORTCUTS_KEY } from "../ui/keys.ts";
import { isModalOpen, listenTo } from "../ui/lib/dom.ts";
import { createStore, useStore } from "../ui/lib/store.ts";
import { answerOffer, GALLERY_KEY } from "../uploads/gallery-offer.ts";
import type { WritingTools } from "./writing-tools.ts";

type Overlays = typeof import("./Overlays.tsx");

/** The overlays of all tools; null until they are loaded. */
const overlays = createStore<Overlays | null>(null);

/** After a failed load, the next caller retries. */
export async function loadOverlays(): Promise<void> {
  overlays.set(await import("./Overlays.tsx"));
}

/** The overlays and the shortcuts that open them. */
export function WritingLayer({ tools, isPhone }: { tools: WritingTools; isPhone: boolean }) {
  const { editor } = tools.context;
  const finding = useStore(tools.finding);
  const isNeeded = useStore(tools.open) !== null || finding !== null;
  const loaded = useStore(overlays);
  const isMissing = isNeeded && loaded === null;
  useKeyBuffer(isMissing, tools.close);
  useEffect(() => {
    if (isMissing) loadOverlays().catch(tools.failed);
  }, [isMissing, tools]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as Element;
      const writes = target.closest("input, textarea, select, [contenteditable]") !== null;
      // Plain typing is not a shortcut and must not search the page for modals.
      if (writes && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) return;
      if (isModalOpen()) return;
      const is = (keys: readonly string[]) => keys.some((each) => isPressed(each, event));
      if (is(FIND_KEYS.open)) tools.finding.set({ replacing: tools.finding.get()?.replacing ?? false });
      else if (is(FIND_KEYS.replace)) tools.finding.set({ replacing: true });
      else if (finding === null && is([...FIND_KEYS.next, ...FIND_KEYS.previous]))
        tools.finding.set({ replacing: false });
      else if (isPressed(SHORTCUTS_KEY, event) || (event.key === "?" && !writes)) tools.open.set("shortcuts");
      else if (isPressed(LINK_KEY, event) && editor.isFocused) tools.open.set("link");
      else return;
      event.preventDefault();
    };
    return listenTo(document, { keydown: onKey });
  });

  return (
    <section className="writing-layer" aria-label={messages.writing.label}>
      {loaded !== null && <loaded.Overlays tools={tools} isPhone={isPhone} />}
    </section>
  );
}

/** The foot; on a phone with the toolbar above it. */
export function WritingFooter({ tools, children }: { tools: WritingTools; children: ReactNode }) {
  const loaded = useStore(overlays);
  const t = messages.writing.foot;
  return (
    <section className="writing-foot" aria-label={children ? t.withTools : t.label}>
      {children}
      <div className="writing-foot-line">{loaded !== null && <loaded.FooterLine tools={tools} />}</div>
    </section>
  );
}

export function WritingNotices({ tools }: { tools: WritingTools }) {
  const { editor } = tools.context;
  const notice = useStore(tools.notice);
  const offered = useStore(tools.offered);
  const hosts = new Set(offered.map((source) => URL.parse(source)?.host ?? ""));
  const from = hosts.size === 1 ? ([...hosts][0] ?? null) : null;
  const gallery = useStore(editor.storage.pictureInput.galleryOffer);
  const t = messages.writing.paste;
  const { makeGallery, picturesAdded, galleryPending } = messages.upload;
  return (
    <div role="status" className="writing-said">
      {notice !== "" && (
        <p className="raised">
          {notice} <TextButton onClick={() => tools.notice.set("")}>{messages.common.close}</TextButton>
        </p>
      )}
      {gallery !== null && (
        <p className="raised">
          {gallery.accepted ? galleryPending : picturesAdded(gallery.ids.length)}{" "}
          {!gallery.accepted && (
            <TextButton onClick={() => answerOffer(editor.view, true)}>
              {makeGallery} <span className="for-keyboard">({keyName(GALLERY_KEY)})</span>
            </TextButton>
          )}{" "}
          <TextButton onClick={() => answerOffer(editor.view, false)}>{messages.common.close}</TextButton>
        </p>
      )}
      {offered.length > 0 && (
        <p className="raised">
          {t.elsewhere(offered.length, from)}{" "}
          <TextButton onClick={tools.fetchOffered}>{t.fetch(offered.length, from)}</TextButton>{" "}
          <TextButton onClick={() => tools.offered.set([])}>{messages.common.close}</TextButton>
        </p>
      )}
    </div>
  );
}
