import { IconKeyboard, IconSearch } from "@tabler/icons-react";
import { messages } from "../../messages/index.ts";
import { FIND_KEYS, keyName, SHORTCUTS_KEY } from "../../ui/keys.ts";
import { useStore } from "../../ui/lib/use-store.ts";
import { CountsPopup } from "../counts/CountsPopup.tsx";
import { readingMinutes } from "../counts/count-words.ts";
import { useCounts } from "../counts/use-counts.ts";
import { LanguageChooser } from "../language/LanguageChooser.tsx";
import type { WritingTools } from "../writing-tools.ts";

export function FootLine({ tools }: { tools: WritingTools }) {
  const { editor } = tools.context;
  const language = useStore(editor.storage.articleLanguage.language);
  const open = useStore(tools.open);
  const { whole, selected } = useCounts(editor, language);
  const t = messages.writing;
  const shown = selected ?? whole;
  return (
    <>
      <button
        type="button"
        className="writing-foot-button"
        data-tool="counts"
        aria-haspopup="dialog"
        aria-expanded={open === "counts"}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => tools.open.set(open === "counts" ? null : "counts")}
      >
        {selected === null
          ? t.counts.line(whole.words, readingMinutes(whole.words))
          : t.counts.ofSelection(shown.words, whole.words)}
      </button>
      <span className="writing-foot-space" />
      <LanguageChooser editor={editor} language={language} />
      <button
        type="button"
        className="writing-foot-button"
        title={`${t.find.label} (${keyName(FIND_KEYS.open[0])})`}
        aria-label={t.find.label}
        onClick={() => tools.finding.set({ replacing: false })}
      >
        <IconSearch size={16} stroke={1.7} aria-hidden />
      </button>
      <button
        type="button"
        className="writing-foot-button for-keyboard"
        title={`${t.shortcuts.title} (${keyName(SHORTCUTS_KEY)})`}
        aria-label={t.shortcuts.title}
        onClick={() => tools.open.set("shortcuts")}
      >
        <IconKeyboard size={17} stroke={1.7} aria-hidden />
      </button>
      {open === "counts" && <CountsPopup tools={tools} whole={whole} selected={selected} />}
    </>
  );
}
