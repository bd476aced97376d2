/** A check of a site's receiver, step by step as it happens. */
import { Loader } from "@mantine/core";
import { api } from "../api.ts";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { useAppliance } from "../shell/appliance.tsx";
import { useResource } from "../use-resource.ts";
import { CheckForm } from "./CheckForm.tsx";
import { CheckHead } from "./CheckHead.tsx";
import { StepView } from "./StepView.tsx";
import { type Check, useCheck } from "./use-check.ts";
import { VerdictMark } from "./VerdictMark.tsx";
import { summaryWords } from "./words.ts";
import "./check.css";

export function CheckScreen({ projectId }: { projectId: string }) {
  const project = useResource(projectId, (signal) => api.project(projectId, signal));
  const appliance = useAppliance().data?.appliance;
  const known = useResource(`callback of ${projectId}`, (signal) => newestCallback(projectId, signal));
  const check = useCheck(projectId);
  const error = project.error ?? known.error;
  const sandbox =
    appliance?.sandbox_project_id === projectId && appliance.sandbox_url !== null
      ? `${appliance.sandbox_url}/galley/callback`
      : "";
  const ready = project.data !== undefined && appliance !== undefined && known.data !== undefined;

  return (
    <div className="page">
      <CheckHead projectId={projectId} project={project.data} title="Check a receiver" />
      {error !== undefined && <ErrorNote error={error} retry={project.reload} />}
      <div className="check-sheet">
        <p>
          Galley sends test callbacks to the site and says of each what is right, what is wrong and what to change.
          Nothing of it becomes a session or a delivery.
        </p>
        {ready ? (
          <CheckForm
            callbackUrl={known.data === "" ? sandbox : (known.data ?? "")}
            running={check.state === "running"}
            start={check.start}
            stop={check.stop}
          />
        ) : (
          error === undefined && <SkeletonRows rows={3} height={52} />
        )}
        <Steps check={check} />
      </div>
    </div>
  );
}

function Steps({ check }: { check: Check }) {
  if (check.state === "idle") return null;
  return (
    <section className="block" aria-labelledby="check-steps">
      <h2 id="check-steps">What came of it</h2>
      <p className="check-summary" role="status">
        {check.state === "running" &&
          (check.current === null
            ? "Checking…"
            : `Step ${check.current.number}: ${check.current.title.toLowerCase()}…`)}
        {check.state === "ended" && "You ended the check."}
        {check.result !== null && (
          <>
            <VerdictMark verdict={check.result.verdict} /> {summaryWords(check.result)}
          </>
        )}
      </p>
      {check.state === "failed" && <ErrorNote error={check.error} />}
      <ol className="check-steps">
        {check.steps.map((step) => (
          <StepView key={step.step} step={step} />
        ))}
        {check.current !== null && (
          <li className="check-step" data-verdict="running">
            <header className="check-step-head">
              <h3>{check.current.title}</h3>
              <Loader size="xs" aria-hidden />
            </header>
          </li>
        )}
      </ol>
    </section>
  );
}

/** The address that the project's sites used last, "" where none has opened anything. */
async function newestCallback(projectId: string, signal: AbortSignal): Promise<string> {
  const { items } = await api.sessions({ project: projectId, q: "" }, null, signal);
  const [newest] = items;
  return newest === undefined ? "" : (await api.session(newest.id, signal)).callback_url;
}
