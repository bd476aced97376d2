import { Button, Group, Loader, Select } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReceiverCheck } from "../../../server/contracts/receiver-check-api.ts";
import { said } from "../../shared/language.ts";
import { newestCallbackQuery, projectsQuery } from "../data/queries.ts";
import { summaryWords, useCheck } from "../data/use-check.ts";
import { Link } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { bound, CodeInput, Form } from "../parts/Form.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { SmallButton } from "../parts/SmallButton.tsx";

/** A receiver check on the overview: progress, result and a link to all steps. */
export function FirstCheck({ sandboxProject }: { sandboxProject: string | null }) {
  const t = messages.overview.steps.receiver;
  const { form, ended } = messages.check;
  const { checking } = messages.common;
  const projects = useInfiniteQuery(projectsQuery).data?.filter(({ id }) => id !== sandboxProject) ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const project = chosen ?? projects[0]?.id ?? null;
  const [typed, setTyped] = useState<string | null>(null);
  const known = useQuery({ ...newestCallbackQuery(project ?? ""), enabled: project !== null }).data ?? "";
  const url = typed ?? known;
  const check = useCheck(project ?? "");
  if (project === null) return <p className="hint">{t.needsProject}</p>;

  return (
    <Form className="form home-form" onSubmit={() => check.start({ callback_url: url.trim() })}>
      {projects.length > 1 && (
        <Select
          label={messages.common.project}
          value={project}
          onChange={setChosen}
          allowDeselect={false}
          data={projects.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <CodeInput
        label={messages.common.callbackUrl}
        placeholder="https://cms.example.org/galley/callback"
        {...bound(url, setTyped)}
        inputMode="url"
        required
        withAsterisk={false}
      />
      <div role="status">
        {check.state === "running" && (
          <p>
            <Loader size="xs" aria-hidden />{" "}
            {check.current === null ? checking : said(check.current.title, check.current.title_sentence)}
          </p>
        )}
        {check.state === "ended" && <p>{ended}</p>}
        {check.result !== null && <Verdict check={check.result} />}
      </div>
      {check.state === "failed" && <ErrorNote error={check.error} />}
      <Group justify="flex-end">
        {check.result !== null && <Link to={`/projects/${project}/check`}>{t.showCheck}</Link>}
        {check.state === "running" ? (
          <SmallButton key="stop" onClick={check.stop}>
            {form.stop}
          </SmallButton>
        ) : (
          <Button key="start" size="xs" type="submit" disabled={url.trim() === ""}>
            {check.result === null ? messages.common.checkReceiver : messages.common.checkAgain}
          </Button>
        )}
      </Group>
    </Form>
  );
}

const TONES = { passed: "taken", warning: "waiting", failed: "refused", skipped: "quiet" };

function Verdict({ check }: { check: ReceiverCheck }) {
  const bad = check.verdict === "passed" ? [] : check.steps.filter(({ verdict }) => verdict === check.verdict);
  return (
    <>
      <p className={`text-${TONES[check.verdict]}`}>{summaryWords(check)}</p>
      {bad.length > 0 && (
        <ul>
          {bad.map((step) => (
            <li key={step.step}>
              <strong>{said(step.title, step.title_sentence)}</strong> {said(step.happened, step.happened_sentence)}{" "}
              {said(step.change, step.change_sentence)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
