import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { MAX_SNIPPET_NAME, type SnippetContent, type SnippetView } from "../../../server/contracts/snippets-api.ts";
import { messages, sizeInWords } from "../messages/index.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { useStore } from "../ui/lib/use-store.ts";
import { useAction } from "../ui/use-action.tsx";
import { foundBy } from "./names.ts";
import { selectedContent } from "./selected-content.ts";
import type { SnippetSession } from "./snippet-shelf.ts";
import "./snippets.css";

/** From so many on they can be searched. */
const SEARCHED_FROM = 8;

/** All snippets of the project: put in, renamed, replaced by what is selected, deleted. */
export function SnippetsDialog({ articleSession }: { articleSession: SnippetSession }) {
  const { editor, snippets } = articleSession;
  const { state, problem, items } = useStore(snippets.list);
  const [selected] = useState(() => (editor.state.selection.empty ? null : selectedContent(editor.state)));
  const [query, setQuery] = useState("");
  const t = messages.snippets;
  useEffect(() => snippets.load(), [snippets]);
  const found = foundBy(items, query);
  return (
    <Dialog title={t.title} closeLabel={t.close} onClose={snippets.dismiss} place="side">
      {state === "failed" && (
        <p role="alert" className="problem">
          {t.notLoaded(problem)}{" "}
          <button type="button" className="text-button" onClick={snippets.load}>
            {t.again}
          </button>
        </p>
      )}
      {state === "loading" && items.length === 0 && <p role="status">{t.loading}</p>}
      {state === "loaded" && items.length === 0 && <p className="snippets-hint">{t.none}</p>}
      {items.length >= SEARCHED_FROM && (
        <input
          className="snippets-field"
          type="search"
          aria-label={t.search}
          placeholder={t.search}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      )}
      {items.length > 0 && found.length === 0 && (
        <p className="snippets-hint" role="status">
          {t.notFound}
        </p>
      )}
      <ul className="snippets-list" aria-label={t.title} tabIndex={-1}>
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
  /** What it can be replaced by; null where nothing is selected. */
  selected: SnippetContent | null;
}

type Asking = "rename" | "replace" | "remove";

function Row({ articleSession, snippet, selected }: RowProps) {
  const { api, author, snippets } = articleSession;
  const { id, name } = snippet;
  const [asking, setAsking] = useState<Asking | null>(null);
  const [typed, setTyped] = useState(name);
  const action = useAction();
  const row = useRef<HTMLLIElement>(null);
  const t = messages.snippets;
  const by = () => author.get().trim();
  const change = async (changes: { name?: string; content?: SnippetContent }) =>
    snippets.apply({ id, snippet: await api.changeSnippet(id, { author: by(), ...changes }) });
  const work: Record<Asking, () => Promise<void>> = {
    rename: () => change({ name: typed }),
    replace: async () => void (selected !== null && (await change({ content: selected }))),
    remove: async () => {
      await api.removeSnippet(id);
      row.current?.parentElement?.focus();
      snippets.apply({ id, snippet: null });
    },
  };
  const begin = (what: Asking) => () => {
    setTyped(name);
    setAsking(what);
  };
  /** What was asked is gone, so the row has the keyboard. */
  const end = () => {
    setAsking(null);
    row.current?.focus();
  };
  const tool = (label: string, onClick: () => void) => (
    <Button size="compact-xs" variant="subtle" color="gray" onClick={onClick}>
      {label}
      <span className="unseen"> {name}</span>
    </Button>
  );
  return (
    <li className="snippets-row" ref={row} tabIndex={-1}>
      <Thumbnail articleSession={articleSession} snippet={snippet} />
      <div className="snippets-words">
        <h3>{name}</h3>
        {snippet.excerpt !== "" && <p className="snippets-excerpt">{snippet.excerpt}</p>}
        <p className="snippets-hint">{t.about(snippet, sizeInWords(snippet.size))}</p>
        {asking === null ? (
          <div className="snippets-tools">
            <Button
              size="compact-xs"
              variant="light"
              onClick={() => {
                snippets.dismiss();
                articleSession.insertSnippet(id);
              }}
            >
              {t.insert}
              <span className="unseen"> {name}</span>
            </Button>
            {tool(t.rename, begin("rename"))}
            {selected !== null && tool(t.replaceBySelection, begin("replace"))}
            {tool(t.remove, begin("remove"))}
          </div>
        ) : (
          <form
            className="snippets-form"
            onSubmit={(event) => {
              event.preventDefault();
              action.run(async () => {
                await work[asking]();
                end();
              });
            }}
          >
            {asking === "rename" ? (
              <input
                className="snippets-field"
                aria-label={t.name}
                // biome-ignore lint/a11y/noAutofocus: renaming was asked for
                autoFocus
                autoComplete="off"
                maxLength={MAX_SNIPPET_NAME}
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
            ) : (
              <p>{t.questions[asking](name)}</p>
            )}
            <div className="snippets-tools">
              <Button
                size="compact-xs"
                type="submit"
                loading={action.busy}
                {...(asking === "remove" ? { color: "red" } : {})}
                {...(asking === "rename" ? { disabled: typed.trim() === "" } : { autoFocus: true })}
              >
                {t.doIt[asking]}
              </Button>
              <Button size="compact-xs" variant="default" onClick={end}>
                {t.cancel}
              </Button>
            </div>
          </form>
        )}
        {action.problem !== null && (
          <p role="alert" className="problem">
            {action.problem}
          </p>
        )}
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
