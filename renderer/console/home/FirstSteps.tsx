import { Button, Group, Loader, Select, TextInput } from "@mantine/core";
import { IconCircle, IconCircleCheckFilled, IconExternalLink } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Environment } from "../../../server/contracts/console-api.ts";
import type { Overview } from "../../../server/contracts/overview-api.ts";
import type { ReceiverCheck } from "../../../server/contracts/receiver-check-api.ts";
import { localized } from "../../shared/language.ts";
import { useChangeSettings, useCreateProject } from "../data/changes.ts";
import { newestCallbackQuery, projectsQuery, settingsQuery } from "../data/queries.ts";
import { summaryWords, useCheck } from "../data/use-check.ts";
import { Link } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { CopyFact, Facts, SmallButton } from "../parts/basics.tsx";
import { Segments } from "../parts/Choices.tsx";
import { bound, CodeInput, Form, Submit } from "../parts/Form.tsx";
import { ErrorNote } from "../parts/Notes.tsx";

/** @param props.isFolded whether to show one line that expands */
export function FirstSteps({ steps, isFolded }: { steps: Overview["first_steps"]; isFolded: boolean }) {
  const t = messages.overview.steps;
  const appliance = useQuery(settingsQuery).data?.appliance;
  const change = useChangeSettings();
  // Separate: the new secret stays visible while the receiver is checked.
  const [making, setMaking] = useState(false);
  const [checking, setChecking] = useState(false);
  // Not updated while the page is open: a completed step shows its result.
  const [isOpen, setOpen] = useState(!isFolded);
  const done = [steps.sample_site, steps.own_project, steps.receiver].filter((step) => step !== null);
  const isAll = steps.sample_site !== false && steps.own_project && steps.receiver;
  return (
    <section className="block" aria-labelledby="first-steps">
      <header className="between">
        <h2 id="first-steps" className="subtitle">
          {isAll ? t.allDone : t.title}{" "}
          {!isAll && (
            <span className="muted" style={{ fontWeight: "normal" }}>
              {t.progress(done.filter(Boolean).length, done.length)}
            </span>
          )}
        </h2>
        <Group gap="xs">
          <Button size="compact-xs" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? messages.common.hide : messages.common.show}
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            loading={change.isPending}
            onClick={() => change.mutate({ first_steps_dismissed: true })}
          >
            {messages.common.dismiss}
          </Button>
        </Group>
      </header>
      {change.error && <ErrorNote error={change.error} />}
      {isOpen && (
        <ol className="list home-steps">
          {steps.sample_site !== null && (
            <Step title={t.sample.title} why={t.sample.why} done={steps.sample_site}>
              {appliance?.sandbox_url != null && (
                <Button
                  component="a"
                  size="xs"
                  variant={steps.sample_site ? "default" : "filled"}
                  href={appliance.sandbox_url}
                  target="_blank"
                  rel="noreferrer"
                  rightSection={<IconExternalLink size={14} aria-hidden />}
                >
                  {t.sample.action}
                </Button>
              )}
            </Step>
          )}
          <Step title={t.project.title} why={messages.common.projectHint} done={steps.own_project}>
            {making ? (
              <FirstProject close={() => setMaking(false)} />
            ) : (
              <SmallButton onClick={() => setMaking(true)}>{messages.common.createProject}</SmallButton>
            )}
          </Step>
          <Step title={t.receiver.title} why={t.receiver.why} done={steps.receiver}>
            {checking ? (
              <FirstCheck sandboxProject={appliance?.sandbox_project_id ?? null} />
            ) : (
              <SmallButton onClick={() => setChecking(true)}>{messages.common.checkReceiver}</SmallButton>
            )}
          </Step>
        </ol>
      )}
    </section>
  );
}

function FirstProject({ close }: { close: () => void }) {
  const t = messages.overview.steps.project;
  const { keys } = messages.projects;
  const [name, setName] = useState("");
  const [environment, setEnvironment] = useState<Environment>("dev");
  const [hosts, setHosts] = useState("");
  const create = useCreateProject();

  if (create.data !== undefined)
    return (
      <div className="home-form" role="status">
        <p>{t.created(create.data.name)}</p>
        <Facts>
          <CopyFact name={messages.common.apiKey} value={create.data.api_key} />
          <CopyFact name={keys.secret} value={create.data.api_secret} />
        </Facts>
        <Link to={`/projects/${create.data.id}`}>{messages.overview.attention.openProject}</Link>
      </div>
    );

  const submit = () => {
    const allowed_hosts = hosts.split(/[\s,;]+/).filter((host) => host !== "");
    create.mutate({ name: name.trim(), environment, allowed_hosts });
  };
  return (
    <Form className="form home-form" onSubmit={submit}>
      <TextInput
        label={messages.projects.form.name}
        {...bound(name, setName)}
        maxLength={200}
        required
        withAsterisk={false}
        autoFocus
      />
      <Segments
        size="sm"
        label={messages.projects.form.environment}
        words={messages.words.environments}
        value={environment}
        onChange={setEnvironment}
      />
      <CodeInput label={messages.common.allowedHosts} description={t.hostsHint} {...bound(hosts, setHosts)} />
      <Submit send={create} action={messages.common.createProject} ready={name.trim() !== ""} onCancel={close} />
    </Form>
  );
}

/** A receiver check on the overview: progress, result and a link to all steps. */
function FirstCheck({ sandboxProject }: { sandboxProject: string | null }) {
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
            {check.current === null ? checking : localized(check.current.title, check.current.title_sentence)}
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
              <strong>{localized(step.title, step.title_sentence)}</strong>{" "}
              {localized(step.happened, step.happened_sentence)} {localized(step.change, step.change_sentence)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface StepProps {
  title: string;
  why: string;
  done: boolean;
  children: ReactNode;
}

export function Step({ title, why, done, children }: StepProps) {
  return (
    <li>
      <span
        style={{ color: done ? "var(--success)" : "var(--border-strong)" }}
        role="img"
        aria-label={done ? messages.common.done : messages.overview.steps.open}
      >
        {done ? <IconCircleCheckFilled size={20} aria-hidden /> : <IconCircle size={20} stroke={1.6} aria-hidden />}
      </span>
      <div>
        <h3 className="subtitle">{title}</h3>
        <p className="muted">{why}</p>
        {children}
      </div>
    </li>
  );
}
