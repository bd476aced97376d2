import { Button } from "@mantine/core";
import { type FormEvent, useEffect, useId, useState } from "react";
import type { DocumentNode } from "../../../server/article/vms-json.ts";
import { MAX_SNIPPET_NAME, type SnippetContent } from "../../../server/contracts/snippets-api.ts";
import { messages } from "../messages/index.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { randomId } from "../ui/lib/ids.ts";
import { useStore } from "../ui/lib/store.ts";
import { Problem, useAction } from "../ui/use-action.tsx";
import { selectedContent } from "./selected-content.ts";
import { findByName, type SnippetSession } from "./snippet-list.ts";
import "./snippets.css";

/** Saves the selection under a name. An existing name offers to replace that snippet. */
export function SaveSnippetDialog({ articleSession }: { articleSession: SnippetSession }) {
  const { api, author, editor, snippets } = articleSession;
  const [content] = useState(() => selectedContent(editor.state));
  const [id] = useState(randomId);
  const [name, setName] = useState("");
  const { items } = useStore(snippets.list);
  const action = useAction();
  const field = useId();
  const t = messages.snippets;
  useEffect(() => snippets.load(), [snippets]);
  const existing = findByName(items, name);

  function save(event: FormEvent): void {
    event.preventDefault();
    if (content === null || name.trim() === "") return;
    action.run(async () => {
      const by = author.get().trim();
      try {
        const saved =
          existing === undefined
            ? await api.saveSnippet({ ...content, id, name, author: by })
            : await api.changeSnippet(existing.id, { content, author: by });
        snippets.apply({ id: saved.id, snippet: saved });
        editor.storage.pasteInput.notice.set(t.saved(saved.name));
        snippets.close();
      } catch (error) {
        // Another tab may have used the name.
        snippets.resync();
        throw error;
      }
    });
  }

  return (
    <Dialog title={t.saveTitle} closeLabel={t.close} onClose={snippets.close} place="middle">
      {content === null ? (
        <p className="hint">{t.nothingSelected}</p>
      ) : (
        <form className="stack" onSubmit={save} noValidate>
          <p className="snippets-excerpt">{beginningOf(content) || t.noText}</p>
          <label htmlFor={field}>{t.name}</label>
          <input
            id={field}
            className="field"
            type="text"
            autoComplete="off"
            maxLength={MAX_SNIPPET_NAME}
            value={name}
            data-autofocus
            aria-describedby={`${field}-about`}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <p className="hint" id={`${field}-about`} role="status">
            {existing === undefined ? t.nameHint : t.taken(existing.name)}
          </p>
          <Problem action={action} />
          <div className="snippets-tools row snippets-end">
            <Button size="xs" variant="default" onClick={snippets.close}>
              {messages.common.cancel}
            </Button>
            <Button size="xs" type="submit" loading={action.busy} disabled={name.trim() === ""}>
              {existing === undefined ? messages.common.save : t.replace}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

const EXCERPT_LENGTH = 160;

function beginningOf({ doc }: SnippetContent): string {
  const parts: string[] = [];
  const read = ({ text, content = [] }: DocumentNode): void => {
    content.forEach(read);
    parts.push(text ?? " ");
  };
  read(doc);
  const all = parts.join("").replace(/\s+/gu, " ").trim();
  return all.length <= EXCERPT_LENGTH ? all : `${all.slice(0, EXCERPT_LENGTH).toWellFormed()}…`;
}
