import { Button, Loader, Select, TextInput } from "@mantine/core";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { ReceiverCheck, ReceiverCheckLine } from "../../../server/contracts/receiver-check-api.ts";
import { isAbort } from "../../shared/api-client.ts";
import { said } from "../../shared/language.ts";
import { api } from "../data/api.ts";
import { keys, newestCallbackQuery, projectsQuery } from "../data/queries.ts";
import { Link } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { ErrorNote } from "../parts/Notes.tsx";

/** A check of a receiver in place: where it stands, its verdict, and the way to all of it. */
export function FirstCheck({ sandboxProject }: { sandboxProject: string | null }) {
  const t = messages.overview.steps.receiver;
  const projects = useInfiniteQuery(projectsQuery).data?.filter(({ id }) => id !== sandboxProject) ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const project = chosen ?? projects[0]?.id ?? null;
  const [typed, setTyped] = useState<string | null>(null);
  const known = useQuery({ ...newestCallbackQuery(project ?? ""), enabled: project !== null }).data ?? "";
  const url = typed ?? known;
  const run = useFirstCheck(project ?? "");
  if (project === null) return <p className="hint">{t.needsProject}</p>;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    run.start(url.trim());
  };
  return (
    <form className="form home-form" onSubmit={submit}>
      {projects.length > 1 && (
        <Select
          label={t.project}
          value={project}
          onChange={setChosen}
          allowDeselect={false}
          data={projects.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <TextInput
        label={t.url}
        description={t.urlHint}
        value={url}
        onChange={(event) => setTyped(event.currentTarget.value)}
        inputMode="url"
        classNames={{ input: "mono-input" }}
        required
        withAsterisk={false}
      />
      <div role="status">
        {run.step !== null && (
          <p className="home-line">
            <Loader size="xs" aria-hidden /> {t.running(run.step)}
          </p>
        )}
        {run.wasEnded && <p>{t.ended}</p>}
        {run.result !== null && <Verdict check={run.result} />}
      </div>
      {run.error !== undefined && <ErrorNote error={run.error} />}
      <div className="form-end">
        {run.result !== null && <Link to={`/projects/${project}/check`}>{t.whole}</Link>}
        {run.step === null ? (
          <Button key="start" size="xs" type="submit" disabled={url.trim() === ""}>
            {run.result === null ? t.start : t.again}
          </Button>
        ) : (
          <Button key="stop" size="xs" variant="default" onClick={run.stop}>
            {t.stop}
          </Button>
        )}
      </div>
    </form>
  );
}

function Verdict({ check }: { check: ReceiverCheck }) {
  const t = messages.overview.steps.receiver;
  if (check.verdict === "passed") return <p className="home-good">{t.works}</p>;
  const bad = check.steps.filter(({ verdict }) => verdict === check.verdict);
  return (
    <>
      <p className={check.verdict === "failed" ? "home-bad" : "home-worry"}>
        {check.verdict === "failed" ? t.fails : t.warnings}
      </p>
      <ul>
        {bad.map((step) => (
          <li key={step.step}>
            <strong>{said(step.title)}</strong> {said(step.happened)} {said(step.change)}
          </li>
        ))}
      </ul>
    </>
  );
}

interface Run {
  /** Title of the step under way, null where none is. */
  step: string | null;
  result: ReceiverCheck | null;
  wasEnded: boolean;
  error: unknown;
}

const IDLE: Run = { step: null, result: null, wasEnded: false, error: undefined };

/** Leaving the page ends the run. */
function useFirstCheck(project: string): Run & { start: (url: string) => void; stop: () => void } {
  const client = useQueryClient();
  const [run, setRun] = useState<Run>(IDLE);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = (callback_url: string) => {
    const own = new AbortController();
    running.current = own;
    setRun({ ...IDLE, step: messages.overview.steps.receiver.start });
    const tell = (line: ReceiverCheckLine) => {
      if (line.event === "started") setRun((before) => ({ ...before, step: said(line.title) }));
      if (line.event === "done") setRun({ ...IDLE, result: line.check });
    };
    api
      .checkReceiver(project, { callback_url }, own.signal, tell)
      .then(() => client.invalidateQueries({ queryKey: keys.overview }))
      .catch((error: unknown) => setRun(isAbort(error) ? { ...IDLE, wasEnded: true } : { ...IDLE, error }));
  };
  return { ...run, start, stop: () => running.current?.abort() };
}
