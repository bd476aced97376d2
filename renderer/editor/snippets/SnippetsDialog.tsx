import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { MAX_SNIPPET_NAME, type SnippetContent, type SnippetView } from "../../../server/contracts/snippets-api.ts";
import { messages, sizeInWords } from "../messages/index.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { useStore } from "../ui/lib/store.ts";
import { TextButton } from "../ui/TextButton.tsx";
import { Problem, useAction } from "../ui/use-action.tsx";
import { selectedContent } from "./selected-content.ts";
import { type SnippetSession, searchSnippets } from "./snippet-list.ts";
import "./snippets.css";

const MIN_ITEMS_FOR_SEARCH = 8;

export function SnippetsDialog({ articleSession }: { articleSession: SnippetSession }) {
  const { editor, snippets } = articleSession;
  const { state, problem, items } = useStore(snippets.list);
  const [selected] = useState(() => (editor.state.selection.empty ? null : selectedContent(editor.state)));
  const [query, setQuery] = useState("");
  const t = messages.snippets;
  useEffect(() => snippets.load(), [snippets]);
  const found = searchSnippets(items, query);
  return (
    <Dialog title={t.title} closeLabel={t.close} onClose={snippets.close} place="side">
      {state === "failed" && (
        <p role="alert" className="problem">
          {t.notLoaded(problem)} <TextButton onClick={snippets.load}>{messages.common.retry}</TextButton>
        </p>
      )}
      {state === "loading" && items.length === 0 && <p role="status">{t.loading}</p>}
      {state === "loaded" && items.length === 0 && <p className="hint">{t.none}</p>}
      {items.length >= MIN_ITEMS_FOR_SEARCH && (
        <input
          className="field snippets-search"
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
  /** The selection that can replace the snippet; null if nothing is selected. */
  selected: SnippetContent | null;
}

type Task = "rename" | "replace" | "remove";

function Row({ articleSession, snippet, selected }: RowProps) {
  const { api, author, snippets } = articleSession;
  const { id, name } = snippet;
  const [task, setTask] = useState<Task | null>(null);
  const [typed, setTyped] = useState(name);
  const action = useAction();
  const row = useRef<HTMLLIElement>(null);
  const t = messages.snippets;
  const change = async (changes: { name?: string; content?: SnippetContent }) =>
    snippets.apply({ id, snippet: await api.changeSnippet(id, { author: author.get().trim(), ...changes }) });
  const work: Record<Task, () => Promise<void>> = {
    rename: () => change({ name: typed }),
    replace: async () => void (selected !== null && (await change({ content: selected }))),
    remove: async () => {
      await api.removeSnippet(id);
      row.current?.parentElement?.focus();
      snippets.apply({ id, snippet: null });
    },
  };
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
  const begin = (next: Task) => () => {
    setTyped(name);
    setTask(next);
  };
  const insert = () => {
    snippets.close();
    articleSession.insertSnippet(id);
  };
  return (
    <li className="snippets-row" ref={row} tabIndex={-1}>
      <Thumbnail articleSession={articleSession} snippet={snippet} />
      <div className="list-words">
        <h3 className="list-name">{name}</h3>
        {snippet.excerpt !== "" && <p className="snippets-excerpt">{snippet.excerpt}</p>}
        <p className="list-note">{t.about(snippet, sizeInWords(snippet.size))}</p>
        {task === null ? (
          <div className="snippets-tools row">
            {tool(t.insert, insert, "light")}
            {tool(t.rename, begin("rename"))}
            {selected !== null && tool(t.replaceBySelection, begin("replace"))}
            {tool(t.remove, begin("remove"))}
          </div>
        ) : (
          <form
            className="stack"
            onSubmit={(event) => {
              event.preventDefault();
              action.run(async () => {
                await work[task]();
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
            <div className="snippets-tools row">
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

function Thumbnail({ articleSession, snippet }: Pick<RowProps, "articleSession" | "snippet">) {
  const [isMissing, setMissing] = useState(false);
  if (snippet.thumbnail === null || isMissing) return null;
  const url = articleSession.api.snippetFileUrl(snippet.id, snippet.thumbnail);
  return <img className="snippets-picture" src={url} alt="" loading="lazy" onError={() => setMissing(true)} />;
}
