import { Popover, Table, UnstyledButton } from "@mantine/core";
import { IconKeyboard, IconSearch } from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import { useEffect, useMemo, useState } from "react";
import { messages, language as pageLanguage } from "../../messages/index.ts";
import { IconButton } from "../../ui/buttons.tsx";
import { FIND_KEYS, SHORTCUTS_KEY } from "../../ui/keys.ts";
import { afterPause } from "../../ui/lib/later.ts";
import { useStore } from "../../ui/lib/store.ts";
import { type Counts, createWordCounter, readingMinutes } from "../counts/count-words.ts";
import { useDeferredEditorState, type WritingTools } from "../writing-tools.ts";
import "@mantine/core/styles/Table.layer.css";

export function FooterLine({ tools }: { tools: WritingTools }) {
  const { editor } = tools.context;
  const language = useStore(editor.storage.articleLanguage.language);
  const { whole, selected } = useCounts(editor, language);
  const t = messages.writing;
  return (
    <>
      <Popover position="top-start" transitionProps={{ duration: 0 }} trapFocus returnFocus>
        <Popover.Target>
          <UnstyledButton className="one-line" fz="inherit" mr="auto" onMouseDown={(event) => event.preventDefault()}>
            {selected === null
              ? t.counts.line(whole.words, whole.characters, readingMinutes(whole.words))
              : t.counts.ofSelection(selected.words, whole.words, selected.characters)}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown>
          <CountsTable whole={whole} selected={selected} />
        </Popover.Dropdown>
      </Popover>
      <LanguageChooser editor={editor} language={language} />
      <IconButton
        label={t.find.label}
        shortcut={FIND_KEYS.open[0]}
        icon={IconSearch}
        onClick={() => tools.finding.set({ replacing: false })}
      />
      <IconButton
        className="for-keyboard"
        label={t.shortcuts.title}
        shortcut={SHORTCUTS_KEY}
        icon={IconKeyboard}
        onClick={() => tools.open.set("shortcuts")}
      />
    </>
  );
}

interface ShownCounts {
  whole: Counts;
  selected: Counts | null;
}

const PAUSE_MS = 200;

function useCounts(editor: Editor, language: string): ShownCounts {
  const count = useMemo(() => createWordCounter(language), [language]);
  const [shown, setShown] = useState<ShownCounts>(() => countAll());

  function countAll(): ShownCounts {
    const { doc, selection } = editor.state;
    const { from, to } = selection;
    // Whole blocks of the cut article come from the cache.
    const selected = from === to ? null : count(doc.cut(from, to));
    return { whole: count(doc), selected: selected?.characters === 0 ? null : selected };
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: countAll changes with `count`
  useEffect(() => {
    const { call, cancel } = afterPause(() => setShown(countAll()), PAUSE_MS);
    call();
    editor.on("update", call);
    editor.on("selectionUpdate", call);
    return () => {
      cancel();
      editor.off("update", call);
      editor.off("selectionUpdate", call);
    };
  }, [editor, count]);
  return shown;
}

function CountsTable({ whole, selected }: ShownCounts) {
  const t = messages.writing.counts;
  const shown = selected === null ? [whole] : [whole, selected];
  const row = (name: string, value: (counts: Counts) => string) => [name, ...shown.map(value)];
  return (
    <Table
      data={{
        head: ["", t.article, ...(selected === null ? [] : [t.selection])],
        body: [
          row(t.words, ({ words }) => words.toLocaleString(pageLanguage)),
          row(t.characters, ({ characters }) => characters.toLocaleString(pageLanguage)),
          row(t.letters, ({ letters }) => letters.toLocaleString(pageLanguage)),
          row(t.reading, ({ words }) => t.minutes(readingMinutes(words))),
        ],
      }}
    />
  );
}

/** The article's language is added if it is not in this list. */
const LANGUAGES = "en ru uk be bg cs da de el es et fi fr hr hu it kk lt lv nb nl pl pt pt-BR ro sk sl sr sv tr".split(
  " ",
);

function LanguageChooser({ editor, language }: { editor: Editor; language: string }) {
  const { chosen } = useDeferredEditorState(editor, () => ({ chosen: String(editor.state.doc.attrs.lang) }));
  const offered = useMemo(
    () =>
      [...new Set([...LANGUAGES, ...(chosen === "" ? [] : [chosen])])]
        .map((tag) => ({ tag, name: ownName(tag) }))
        .sort((a, b) => a.name.localeCompare(b.name)),
    [chosen],
  );
  const t = messages.writing.language;
  return (
    <select
      className="writing-foot-select"
      aria-label={t.label}
      title={t.label}
      value={chosen}
      onChange={(event) => {
        editor.view.dispatch(editor.state.tr.setDocAttribute("lang", event.currentTarget.value));
        editor.view.focus();
      }}
    >
      <option value="">{t.detected(ownName(language.split("-")[0] ?? language))}</option>
      {offered.map(({ tag, name }) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** The language's own name, or its tag if the browser does not know it. */
function ownName(tag: string): string {
  try {
    const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  } catch {
    return tag;
  }
}
