/** A check of a site's receiver, step by step as it happens. */

import { Loader } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReceiverCheck } from "../../../../server/contracts/receiver-check-api.ts";
import { said } from "../../../shared/language.ts";
import { newestCallbackQuery, settingsQuery } from "../../data/queries.ts";
import { usePlace } from "../../lib/router.tsx";
import { messages } from "../../messages/index.ts";
import { ErrorNote, SkeletonRows } from "../../parts/Notes.tsx";
import { CheckForm } from "./CheckForm.tsx";
import { StepView } from "./StepView.tsx";
import { type Check, useCheck } from "./use-check.ts";
import { VerdictMark } from "./VerdictMark.tsx";
import "./check.css";

export function CheckTab({ projectId }: { projectId: string }) {
  const appliance = useQuery(settingsQuery).data?.appliance;
  const known = useQuery(newestCallbackQuery(projectId));
  /** A page that leads here may name the site that it speaks of. */
  const asked = usePlace().query.get("url") ?? "";
  const check = useCheck(projectId);
  const sandbox =
    appliance?.sandbox_project_id === projectId && appliance.sandbox_url !== null
      ? `${appliance.sandbox_url}/galley/callback`
      : "";
  const ready = appliance !== undefined && known.data !== undefined;
  const t = messages.check;

  return (
    <section aria-labelledby="check-title">
      <h3 id="check-title" className="project-title">
        {t.title}
      </h3>
      <div className="check-sheet">
        <p>{t.why}</p>
        {known.error && <ErrorNote error={known.error} retry={() => void known.refetch()} />}
        {ready ? (
          <CheckForm
            callbackUrl={asked || known.data || sandbox}
            running={check.state === "running"}
            start={check.start}
            stop={check.stop}
          />
        ) : (
          !known.error && <SkeletonRows rows={3} height={52} />
        )}
        <Steps check={check} />
      </div>
    </section>
  );
}

function Steps({ check }: { check: Check }) {
  const t = messages.check;
  if (check.state === "idle") return null;
  return (
    <section className="block" aria-labelledby="check-steps">
      <h4 id="check-steps" className="check-result">
        {t.result}
      </h4>
      <p className="check-summary" role="status">
        {check.state === "running" &&
          (check.current === null ? t.checking : t.step(check.current.number, said(check.current.title)))}
        {check.state === "ended" && t.ended}
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
              <h5>{said(check.current.title)}</h5>
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
  const t = messages.check;
  const failed = steps.filter(({ verdict }) => verdict === "failed");
  const warned = steps.filter(({ verdict }) => verdict === "warning");
  const [first] = failed;
  if (first !== undefined) return t.failed(failed.length, first.number);
  return warned.length > 0 ? t.warned(warned.length) : t.passed;
}
