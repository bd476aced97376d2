import { Button, NativeSelect } from "@mantine/core";
import { IconCircle, IconCircleCheckFilled, IconExternalLink } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Overview } from "../../../server/contracts/overview-api.ts";
import type { ProjectWithSecret } from "../../../server/contracts/projects-api.ts";
import { useChangeSettings } from "../data/changes.ts";
import { projectsQuery, settingsQuery } from "../data/queries.ts";
import { Link } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { CopyFact, Facts, SmallButton } from "../parts/basics.tsx";
import { bound } from "../parts/Form.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { ProjectForm } from "../parts/ProjectForm.tsx";
import { ReceiverCheck } from "../parts/ReceiverCheck.tsx";

/** @param props.isFolded whether to show one line that expands */
export function FirstSteps({ steps, isFolded }: { steps: Overview["first_steps"]; isFolded: boolean }) {
  const t = messages.overview.steps;
  const appliance = useQuery(settingsQuery).data?.appliance;
  const change = useChangeSettings();
  // Separate: the new secret stays visible while the receiver is checked.
  const [making, setMaking] = useState(false);
  const [checking, setChecking] = useState(false);
  // Not updated while the page is open: a completed step shows its result.
  const [isOpen] = useState(!isFolded);
  const done = [steps.sample_site, steps.own_project, steps.receiver].filter((step) => step !== null);
  return (
    <section className="block" aria-labelledby="first-steps">
      <details open={isOpen}>
        <summary>
          <h2 id="first-steps" className="subtitle" style={{ display: "inline" }}>
            {t.title}
          </h2>{" "}
          {t.progress(done.filter(Boolean).length, done.length)}
        </summary>
        {change.error && <ErrorNote error={change.error} />}
        <ol className="list tiles home-steps">
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
        <SmallButton loading={change.isPending} onClick={() => change.mutate({ first_steps_dismissed: true })}>
          {messages.common.dismiss}
        </SmallButton>
      </details>
    </section>
  );
}

function FirstProject({ close }: { close: () => void }) {
  /** Kept in this component only. */
  const [created, setCreated] = useState<ProjectWithSecret>();
  if (created === undefined) return <ProjectForm onCreated={setCreated} onCancel={close} />;
  return (
    <div role="status">
      <p>{messages.overview.steps.project.created(created.name)}</p>
      <Facts>
        <CopyFact name={messages.common.apiKey} value={created.api_key} />
        <CopyFact name={messages.projects.keys.secret} value={created.api_secret} />
      </Facts>
      <Link to={`/projects/${created.id}`}>{messages.overview.attention.openProject}</Link>
    </div>
  );
}

function FirstCheck({ sandboxProject }: { sandboxProject: string | null }) {
  const projects = useInfiniteQuery(projectsQuery).data?.filter(({ id }) => id !== sandboxProject) ?? [];
  const [chosen, setChosen] = useState<string>();
  const project = chosen ?? projects[0]?.id;
  if (project === undefined) return <p className="hint">{messages.overview.steps.receiver.needsProject}</p>;
  return (
    <>
      {projects.length > 1 && (
        <NativeSelect
          label={messages.common.project}
          {...bound(project, setChosen)}
          data={projects.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <ReceiverCheck key={project} projectId={project} />
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
