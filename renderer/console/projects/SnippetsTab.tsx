import { TextInput } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ProjectView } from "../../../server/contracts/projects-api.ts";
import { MAX_SNIPPET_NAME, type SnippetView } from "../../../server/contracts/snippets-api.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { useRefresh } from "../data/changes.ts";
import { keys, snippetsQuery } from "../data/queries.ts";
import { messages, sizeInWords } from "../messages/index.ts";
import { Block } from "../parts/basics.tsx";
import { ConfirmButton, ROW_BUTTON } from "../parts/Confirm.tsx";
import { bound } from "../parts/Form.tsx";
import { Items } from "../parts/Loaded.tsx";
import { RequireRole } from "../parts/RequireRole.tsx";

export function SnippetsTab({ project: { id: projectId } }: { project: ProjectView }) {
  const list = useInfiniteQuery(snippetsQuery(projectId));
  const t = messages.projects.snippets;
  return (
    <Block id="snippets-title" title={messages.projects.tabs.snippets} className="project-part">
      <p className="hint">{t.why}</p>
      <Items list={list} label={messages.projects.tabs.snippets} none={t.none}>
        {(snippet) => <Row projectId={projectId} snippet={snippet} />}
      </Items>
    </Block>
  );
}

function Row({ projectId, snippet }: { projectId: string; snippet: SnippetView }) {
  const t = messages.projects.snippets;
  const [name, setName] = useState(snippet.name);
  const refresh = useRefresh(keys.snippets(projectId));
  const others = snippet.files - snippet.pictures;
  const facts = [
    t.kinds[snippet.kind],
    ...(snippet.pictures > 0 ? [t.pictures(snippet.pictures)] : []),
    ...(others > 0 ? [t.files(others)] : []),
    sizeInWords(snippet.size),
  ].join(" · ");
  return (
    <li className="wrap">
      <div className="between">
        <p className="strong">{snippet.name}</p>
        <RequireRole atLeast="admin">
          <span>
            <ConfirmButton
              button={ROW_BUTTON}
              action={t.rename}
              of={snippet.name}
              destructive={false}
              ready={name.trim() !== "" && name.trim() !== snippet.name}
              onConfirm={() => api.renameSnippet(projectId, snippet.id, name).then(refresh)}
            >
              <TextInput
                label={messages.common.name}
                {...bound(name, setName)}
                maxLength={MAX_SNIPPET_NAME}
                autoComplete="off"
                data-autofocus
              />
            </ConfirmButton>
            <ConfirmButton
              button={{ ...ROW_BUTTON, color: "red" }}
              action={t.remove}
              of={snippet.name}
              onConfirm={() => api.removeSnippet(projectId, snippet.id).then(refresh)}
            >
              <p>{t.removeWhy}</p>
            </ConfirmButton>
          </span>
        </RequireRole>
      </div>
      {snippet.excerpt !== "" && <p className="hint cut">{snippet.excerpt}</p>}
      <p className="muted">
        {facts} · <Time iso={snippet.changed_at} />
        {snippet.changed_by !== "" && <> {messages.sessions.by(snippet.changed_by)}</>}
      </p>
    </li>
  );
}
