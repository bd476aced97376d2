import { Button, TextInput } from "@mantine/core";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { MAX_SNIPPET_NAME, type SnippetView } from "../../../server/contracts/snippets-api.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { keys, snippetsQuery } from "../data/queries.ts";
import { bytesWords } from "../lib/words.ts";
import { messages } from "../messages/index.ts";
import { Confirm } from "../parts/Confirm.tsx";
import { May } from "../parts/May.tsx";
import { EmptyNote, ErrorNote, MoreButton, SkeletonRows } from "../parts/Notes.tsx";

export function SnippetsTab({ projectId }: { projectId: string }) {
  const list = useInfiniteQuery(snippetsQuery(projectId));
  const client = useQueryClient();
  const [renaming, setRenaming] = useState<SnippetView | null>(null);
  const [removing, setRemoving] = useState<SnippetView | null>(null);
  const t = messages.projects.snippets;
  return (
    <section aria-labelledby="snippets-title">
      <h3 id="snippets-title" className="project-title">
        {t.title}
      </h3>
      <p className="hint">{t.why}</p>
      {list.error && <ErrorNote error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <SkeletonRows rows={5} height={64} />}
      {list.data?.length === 0 && (
        <EmptyNote title={t.none}>
          <p>{t.noneWhy}</p>
        </EmptyNote>
      )}
      {list.data !== undefined && list.data.length > 0 && (
        <ul className="list ruled" aria-label={t.title}>
          {list.data.map((snippet) => (
            <Row key={snippet.id} snippet={snippet} onRename={setRenaming} onRemove={setRemoving} />
          ))}
        </ul>
      )}
      <MoreButton list={list} />
      {renaming !== null && (
        <Renaming key={renaming.id} projectId={projectId} snippet={renaming} onClose={() => setRenaming(null)} />
      )}
      <Confirm
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title={t.removing.title(removing?.name ?? "")}
        action={t.removing.action}
        onConfirm={async () => {
          if (removing !== null) await api.removeSnippet(projectId, removing.id);
          await client.invalidateQueries({ queryKey: keys.snippets(projectId) });
        }}
      >
        <p>{t.removing.text}</p>
      </Confirm>
    </section>
  );
}

interface RowProps {
  snippet: SnippetView;
  onRename: (snippet: SnippetView) => void;
  onRemove: (snippet: SnippetView) => void;
}

function Row({ snippet, onRename, onRemove }: RowProps) {
  const t = messages.projects.snippets;
  const others = snippet.files - snippet.pictures;
  const facts = [
    t.kinds[snippet.kind],
    ...(snippet.pictures > 0 ? [t.pictures(snippet.pictures)] : []),
    ...(others > 0 ? [t.files(others)] : []),
    bytesWords(snippet.size),
  ].join(" · ");
  return (
    <li className="project-snippet wrap">
      <div className="between">
        <h4>{snippet.name}</h4>
        <May least="admin">
          <span>
            <Button size="compact-xs" variant="subtle" onClick={() => onRename(snippet)}>
              {t.rename}
              <span className="visually-hidden"> {snippet.name}</span>
            </Button>
            <Button size="compact-xs" variant="subtle" color="red" onClick={() => onRemove(snippet)}>
              {t.remove}
              <span className="visually-hidden"> {snippet.name}</span>
            </Button>
          </span>
        </May>
      </div>
      {snippet.excerpt !== "" && <p className="hint project-excerpt">{snippet.excerpt}</p>}
      <p className="muted">
        {facts} · <Time iso={snippet.changed_at} />
        {snippet.changed_by !== "" && <> {t.by(snippet.changed_by)}</>}
      </p>
    </li>
  );
}

function Renaming({ projectId, snippet, onClose }: { projectId: string; snippet: SnippetView; onClose: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState(snippet.name);
  const t = messages.projects.snippets.renaming;
  return (
    <Confirm
      opened
      onClose={onClose}
      title={t.title(snippet.name)}
      action={messages.projects.snippets.rename}
      destructive={false}
      ready={name.trim() !== "" && name.trim() !== snippet.name}
      onConfirm={async () => {
        await api.renameSnippet(projectId, snippet.id, name);
        await client.invalidateQueries({ queryKey: keys.snippets(projectId) });
      }}
    >
      <TextInput
        label={t.name}
        value={name}
        maxLength={MAX_SNIPPET_NAME}
        onChange={(event) => setName(event.currentTarget.value)}
        autoComplete="off"
        data-autofocus
      />
    </Confirm>
  );
}
