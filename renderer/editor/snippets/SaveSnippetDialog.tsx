import { Button } from "@mantine/core";
import { type FormEvent, useEffect, useId, useState } from "react";
import { MAX_SNIPPET_NAME } from "../../../server/contracts/snippets-api.ts";
import { messages } from "../messages/index.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { randomId } from "../ui/lib/ids.ts";
import { useStore } from "../ui/lib/use-store.ts";
import { useAction } from "../ui/use-action.tsx";
import { beginningOf, namedLike } from "./names.ts";
import { selectedContent } from "./selected-content.ts";
import type { SnippetSession } from "./snippet-shelf.ts";
import "./snippets.css";

/** Asks for the name under which the selection is kept; a name that is taken offers to replace what has it. */
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
  const taken = namedLike(items, name);

  function keep(event: FormEvent): void {
    event.preventDefault();
    if (content === null || name.trim() === "") return;
    action.run(async () => {
      const by = author.get().trim();
      try {
        const kept =
          taken === undefined
            ? await api.saveSnippet({ ...content, id, name, author: by })
            : await api.changeSnippet(taken.id, { content, author: by });
        snippets.apply({ id: kept.id, snippet: kept });
        editor.storage.pasteInput.said.set(t.saved(kept.name));
        snippets.dismiss();
      } catch (error) {
        // Another tab may have taken the name.
        snippets.missed();
        throw error;
      }
    });
  }

  return (
    <Dialog title={t.saveTitle} closeLabel={t.close} onClose={snippets.dismiss} place="middle">
      {content === null ? (
        <p className="snippets-hint">{t.nothingSelected}</p>
      ) : (
        <form className="snippets-form" onSubmit={keep} noValidate>
          <p className="snippets-excerpt">{beginningOf(content) || t.noText}</p>
          <label htmlFor={field}>{t.name}</label>
          <input
            id={field}
            className="snippets-field"
            type="text"
            autoComplete="off"
            maxLength={MAX_SNIPPET_NAME}
            value={name}
            data-autofocus
            aria-describedby={`${field}-about`}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <p className="snippets-hint" id={`${field}-about`} role="status">
            {taken === undefined ? t.nameHint : t.taken(taken.name)}
          </p>
          {action.problem !== null && (
            <p role="alert" className="problem">
              {action.problem}
            </p>
          )}
          <div className="snippets-tools snippets-end">
            <Button size="xs" variant="default" onClick={snippets.dismiss}>
              {t.cancel}
            </Button>
            <Button size="xs" type="submit" loading={action.busy} disabled={name.trim() === ""}>
              {taken === undefined ? t.save : t.replace}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
