/** Deletes a project after its name is typed; shows what is deleted and what is pending. */
import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ProjectHoldings, ProjectView } from "../../../server/contracts/projects-api.ts";
import { useDeleteProject } from "../data/changes.ts";
import { holdingsQuery, settingsQuery } from "../data/queries.ts";
import { Link, navigate } from "../lib/router.tsx";
import { messages, numberInWords } from "../messages/index.ts";
import { Block, EnvironmentTitle, Phrase } from "../parts/basics.tsx";
import { Confirm } from "../parts/Confirm.tsx";
import { bound } from "../parts/Form.tsx";
import { ErrorNote } from "../parts/Notes.tsx";

export function Deletion({ project }: { project: ProjectView }) {
  const [asking, setAsking] = useState(false);
  const isSandbox = useQuery(settingsQuery).data?.appliance.sandbox_project_id === project.id;
  const t = messages.projects.deletion;
  return (
    <Block id="deletion" title={messages.projects.deletion.action}>
      <p>{isSandbox ? t.sandbox : t.why}</p>
      {!isSandbox && (
        <Button variant="default" color="red" onClick={() => setAsking(true)}>
          {t.button}
        </Button>
      )}
      {asking && <DeleteDialog project={project} onClose={() => setAsking(false)} />}
    </Block>
  );
}

function DeleteDialog({ project, onClose }: { project: ProjectView; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const holdings = useQuery(holdingsQuery(project.id));
  const remove = useDeleteProject(project.id);
  const t = messages.projects.deletion;
  return (
    <Confirm
      opened
      onClose={onClose}
      title={<EnvironmentTitle environment={project.environment} title={t.question(project.name)} />}
      action={t.action}
      ready={holdings.data !== undefined && typed.trim() === project.name.trim()}
      onConfirm={async () => {
        await remove.mutateAsync(typed);
        navigate("/projects", true);
      }}
    >
      {holdings.error ? (
        <ErrorNote error={holdings.error} retry={() => void holdings.refetch()} />
      ) : holdings.data === undefined ? (
        <p role="status">{t.counting}</p>
      ) : (
        <Holdings holdings={holdings.data} />
      )}
      <p>{t.consequence}</p>
      <TextInput
        label={<Phrase text={t.typeName} parts={{ name: () => <strong>{project.name}</strong> }} />}
        aria-label={t.typed}
        {...bound(typed, setTyped)}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
    </Confirm>
  );
}

function Holdings({ holdings }: { holdings: ProjectHoldings }) {
  const t = messages.projects.deletion;
  const number = (count: number) =>
    count >= holdings.counted_to ? t.moreThan(numberInWords(holdings.counted_to)) : numberInWords(count);
  const kinds = [
    { count: holdings.sessions, words: t.sessions },
    { count: holdings.versions, words: t.versions },
    { count: holdings.deliveries, words: t.deliveries },
    { count: holdings.snippets, words: t.snippets },
    { count: holdings.font_files, words: t.fontFiles },
  ].filter(({ count }) => count > 0);
  const more = holdings.open_deliveries - holdings.open.length;
  return (
    <>
      {kinds.length === 0 ? (
        <p>{t.nothing}</p>
      ) : (
        <p>
          {t.deletes} {kinds.map(({ count, words }) => words(number(count), count)).join(", ")}.
        </p>
      )}
      {holdings.open_deliveries > 0 && (
        <div className="notice">
          <p>{t.open(number(holdings.open_deliveries), holdings.open_deliveries)}</p>
          <ul className="list">
            {holdings.open.map(({ id, material_id, title, event, callback_host }) => (
              <li key={id}>
                <Link to={`/deliveries/${id}`}>
                  {event === "article_saved" ? t.article(title ?? material_id, callback_host) : t.fonts(callback_host)}
                </Link>
              </li>
            ))}
            {more > 0 && <li>{t.andMore(more)}</li>}
          </ul>
        </div>
      )}
    </>
  );
}
