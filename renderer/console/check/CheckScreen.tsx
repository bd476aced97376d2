/** A check of a site's receiver, step by step as it happens. */
import { Loader } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReceiverCheck } from "../../../server/contracts/console-api.ts";
import { newestCallbackQuery, projectQuery, settingsQuery } from "../data/queries.ts";
import { counted } from "../lib/words.ts";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { CheckForm } from "./CheckForm.tsx";
import { CheckHead } from "./CheckHead.tsx";
import { StepView } from "./StepView.tsx";
import { type Check, useCheck } from "./use-check.ts";
import { VerdictMark } from "./VerdictMark.tsx";
import "./check.css";

export function CheckScreen({ projectId }: { projectId: string }) {
  const project = useQuery(projectQuery(projectId));
  const appliance = useQuery(settingsQuery).data?.appliance;
  const known = useQuery(newestCallbackQuery(projectId));
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
      {error && <ErrorNote error={error} retry={() => void project.refetch()} />}
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
          !error && <SkeletonRows rows={3} height={52} />
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

/** The whole run in one sentence: what to begin with where something is wrong. */
function summaryWords({ steps }: ReceiverCheck): string {
  const failed = steps.filter(({ verdict }) => verdict === "failed");
  const warned = steps.filter(({ verdict }) => verdict === "warning");
  const [first] = failed;
  if (first !== undefined)
    return `${counted(failed.length, "step")} failed. Begin with step ${first.number}: the others may be well once it is.`;
  if (warned.length > 0)
    return `The receiver works. ${counted(warned.length, "step")} ${warned.length === 1 ? "is" : "are"} worth a look.`;
  return "The receiver does everything right.";
}
