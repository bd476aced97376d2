import type { Editor } from "@tiptap/core";
import { useMemo } from "react";
import { messages } from "../../messages/index.ts";
import { useDeferredEditorState } from "../use-deferred-editor-state.ts";

/** An article's other language is added. */
const OFFERED = "en ru uk be bg cs da de el es et fi fr hr hu it kk lt lv nb nl pl pt pt-BR ro sk sl sr sv tr".split(
  " ",
);

export function LanguageChooser({ editor, language }: { editor: Editor; language: string }) {
  const { chosen } = useDeferredEditorState(editor, () => ({ chosen: String(editor.state.doc.attrs.lang) }));
  const offered = useMemo(
    () =>
      [...new Set([...OFFERED, ...(chosen === "" ? [] : [chosen])])]
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
      <option value="">{t.guessed(ownName(language.split("-")[0] ?? language))}</option>
      {offered.map(({ tag, name }) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** The language's own name; its tag where the browser does not know it. */
function ownName(tag: string): string {
  try {
    const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  } catch {
    return tag;
  }
}
