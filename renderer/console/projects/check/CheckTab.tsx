import { Loader } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { said } from "../../../shared/language.ts";
import { newestCallbackQuery, settingsQuery } from "../../data/queries.ts";
import { type Check, summaryWords, useCheck } from "../../data/use-check.ts";
import { usePlace } from "../../lib/router.tsx";
import { messages } from "../../messages/index.ts";
import { ErrorNote, SkeletonRows } from "../../parts/Notes.tsx";
import { CheckForm } from "./CheckForm.tsx";
import { StepView, VerdictMark } from "./StepView.tsx";
import "./check.css";

export function CheckTab({ projectId }: { projectId: string }) {
  const appliance = useQuery(settingsQuery).data?.appliance;
  const known = useQuery(newestCallbackQuery(projectId));
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
      <h4 id="check-steps" className="subtitle">
        {t.result}
      </h4>
      <p className="check-summary" role="status">
        {check.state === "running" &&
          (check.current === null
            ? t.checking
            : t.step(check.current.number, said(check.current.title, check.current.title_sentence)))}
        {check.state === "ended" && t.ended}
        {check.result !== null && (
          <>
            <VerdictMark verdict={check.result.verdict} /> {summaryWords(check.result)}
          </>
        )}
      </p>
      {check.state === "failed" && <ErrorNote error={check.error} />}
      <ol className="list check-steps">
        {check.steps.map((step) => (
          <StepView key={step.step} step={step} />
        ))}
        {check.current !== null && (
          <li className="check-step" data-verdict="running">
            <header className="line">
              <h5 className="check-title">{said(check.current.title, check.current.title_sentence)}</h5>
              <Loader size="xs" aria-hidden />
            </header>
          </li>
        )}
      </ol>
    </section>
  );
}
