import { Button, Group, Text, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { MAX_SNIPPET_NAME, type SnippetContent, type SnippetView } from "../../../server/contracts/snippets-api.ts";
import { messages, sizeInWords } from "../messages/index.ts";
import { TextButton } from "../ui/buttons.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { randomId } from "../ui/lib/browser.ts";
import { useStore } from "../ui/lib/store.ts";
import { Problem, useAction } from "../ui/use-work.tsx";
import { selectedContent } from "./snippet-content.ts";
import { findByName, type SnippetSession, searchSnippets } from "./snippet-list.ts";
import "./snippets.css";

export function SnippetsDialog({ articleSession }: { articleSession: SnippetSession }) {
  const { editor, snippets } = articleSession;
  const { state, problem, items } = useStore(snippets.list);
  const [selected] = useState(() => (editor.state.selection.empty ? null : selectedContent(editor.state)));
  const [query, setQuery] = useState("");
  const t = messages.snippets;
  useEffect(() => snippets.load(), [snippets]);
  const found = searchSnippets(items, query);
  return (
    <Dialog title={t.title} onClose={snippets.close} place="side">
      {state === "failed" && (
        <p role="alert" className="problem">
          {t.notLoaded(problem)} <TextButton onClick={snippets.load}>{messages.common.retry}</TextButton>
        </p>
      )}
      {state === "loading" && items.length === 0 && <p role="status">{messages.common.loading}</p>}
      {state === "loaded" && items.length === 0 && <p className="hint">{t.none}</p>}
      {items.length > 0 && (
        <TextInput
          type="search"
          aria-label={t.search}
          placeholder={t.search}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      )}
      {items.length > 0 && found.length === 0 && (
        <p className="hint" role="status">
          {t.notFound}
        </p>
      )}
      <ul className="plain-list" aria-label={t.title} tabIndex={-1}>
        {found.map((snippet) => (
          <Row key={snippet.id} articleSession={articleSession} snippet={snippet} selected={selected} />
        ))}
      </ul>
    </Dialog>
  );
}

interface RowProps {
  articleSession: SnippetSession;
  snippet: SnippetView;
  selected: SnippetContent | null;
}

function Row({ articleSession, snippet, selected }: RowProps) {
  const { api, author, snippets } = articleSession;
  const { id, name } = snippet;
  const [task, setTask] = useState<"rename" | "replace" | "remove" | null>(null);
  const [typed, setTyped] = useState(name);
  const action = useAction();
  const row = useRef<HTMLLIElement>(null);
  const t = messages.snippets;
  async function work(): Promise<void> {
    if (task !== "remove") {
      const change = task === "replace" && selected !== null ? { content: selected } : { name: typed };
      const changed = await api.changeSnippet(id, { author: author.get().trim(), ...change });
      return snippets.apply({ id, snippet: changed });
    }
    await api.removeSnippet(id);
    row.current?.parentElement?.focus();
    snippets.apply({ id, snippet: null });
  }
  const end = () => {
    setTask(null);
    row.current?.focus();
  };
  const tool = (label: string, onClick: () => void, variant: "light" | "subtle" = "subtle") => (
    <Button size="compact-xs" variant={variant} {...(variant === "subtle" ? { color: "gray" } : {})} onClick={onClick}>
      {label}
      <span className="unseen"> {name}</span>
    </Button>
  );
  const rename = () => {
    setTyped(name);
    setTask("rename");
  };
  const insert = () => {
    snippets.close();
    articleSession.insertSnippet(id);
  };
  return (
    <li className="snippets-row" ref={row} tabIndex={-1}>
      {snippet.thumbnail !== null && (
        <img className="snippets-picture" src={api.snippetFileUrl(id, snippet.thumbnail)} alt="" loading="lazy" />
      )}
      <div className="list-words">
        <h3 className="list-name">{name}</h3>
        <Text ff="var(--font-article)" lineClamp={3}>
          {snippet.excerpt}
        </Text>
        <p className="note">{[sizeInWords(snippet.size), snippet.changed_by].filter(Boolean).join(" · ")}</p>
        {task === null ? (
          <div className="row">
            {tool(t.insert, insert, "light")}
            {tool(t.rename, rename)}
            {selected !== null && tool(t.replaceBySelection, () => setTask("replace"))}
            {tool(t.remove, () => setTask("remove"))}
          </div>
        ) : (
          <form
            className="stack"
            onSubmit={(event) => {
              event.preventDefault();
              action.run(async () => {
                await work();
                end();
              });
            }}
          >
            {task === "rename" ? (
              <input
                className="field"
                aria-label={t.name}
                // biome-ignore lint/a11y/noAutofocus: the journalist chose Rename
                autoFocus
                autoComplete="off"
                maxLength={MAX_SNIPPET_NAME}
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
            ) : (
              <p>{t.questions[task](name)}</p>
            )}
            <div className="row">
              <Button
                size="compact-xs"
                type="submit"
                loading={action.busy}
                {...(task === "remove" ? { color: "red" } : {})}
                {...(task === "rename" ? { disabled: typed.trim() === "" } : { autoFocus: true })}
              >
                {t[task]}
              </Button>
              <Button size="compact-xs" variant="default" onClick={end}>
                {messages.common.cancel}
              </Button>
            </div>
          </form>
        )}
        <Problem action={action} />
      </div>
    </li>
  );
}

/** Saves the selection under a name. An existing name offers to replace that snippet. */
export function SaveSnippetDialog({ articleSession }: { articleSession: SnippetSession }) {
  const { api, author, editor, snippets } = articleSession;
  const [content] = useState(() => selectedContent(editor.state));
  const [text] = useState(() => {
    if (content === null) return "";
    const doc = editor.schema.nodeFromJSON(content.doc);
    return doc.textBetween(0, doc.content.size, " ", " ");
  });
  const [id] = useState(randomId);
  const [name, setName] = useState("");
  const { items } = useStore(snippets.list);
  const action = useAction();
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
    <Dialog title={t.saveTitle} onClose={snippets.close} place="middle">
      {content === null ? (
        <p className="hint">{t.nothingSelected}</p>
      ) : (
        <form className="stack" onSubmit={save} noValidate>
          <Text ff="var(--font-article)" lineClamp={3}>
            {text}
          </Text>
          <TextInput
            label={t.name}
            description={<span role="status">{existing === undefined ? t.nameHint : t.taken(existing.name)}</span>}
            autoComplete="off"
            maxLength={MAX_SNIPPET_NAME}
            value={name}
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Problem action={action} />
          <Group gap="sm" justify="flex-end">
            <Button size="xs" variant="default" onClick={snippets.close}>
              {messages.common.cancel}
            </Button>
            <Button size="xs" type="submit" loading={action.busy} disabled={name.trim() === ""}>
              {existing === undefined ? messages.common.save : t.replace}
            </Button>
          </Group>
        </form>
      )}
    </Dialog>
  );
}
