import { Button, Group } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Overview } from "../../../server/contracts/overview-api.ts";
import { useChangeSettings } from "../data/changes.ts";
import { settingsQuery } from "../data/queries.ts";
import { messages } from "../messages/index.ts";
import { ErrorNote } from "../parts/Notes.tsx";
import { SmallButton } from "../parts/SmallButton.tsx";
import { FirstCheck } from "./FirstCheck.tsx";
import { FirstProject } from "./FirstProject.tsx";
import { Step } from "./Step.tsx";

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
            <span className="muted home-progress">{t.progress(done.filter(Boolean).length, done.length)}</span>
          )}
        </h2>
        <Group gap="xs">
          <Button size="compact-xs" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t.collapse : messages.common.show}
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
