import { Loader } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { said } from "../../../shared/language.ts";
import { useSiteProject } from "../../data/me.ts";
import { newestCallbackQuery, settingsQuery } from "../../data/queries.ts";
import { type Check, summaryWords, useCheck } from "../../data/use-check.ts";
import { usePlace } from "../../lib/router.tsx";
import { messages } from "../../messages/index.ts";
import { ErrorNote, SkeletonRows } from "../../parts/Notes.tsx";
import { CheckForm } from "./CheckForm.tsx";
import { StepView, VerdictMark } from "./StepView.tsx";
import "./check.css";

interface CheckTabProps {
  projectId: string;
  level?: 1 | 3;
}

export function CheckTab({ projectId, level = 3 }: CheckTabProps) {
  // A site link reads neither the settings nor the articles.
  const enabled = useSiteProject() === null;
  const appliance = useQuery({ ...settingsQuery, enabled }).data?.appliance;
  const known = useQuery({ ...newestCallbackQuery(projectId), enabled });
  const fromUrl = usePlace().query.get("url") ?? "";
  const check = useCheck(projectId);
  const sandbox =
    appliance?.sandbox_project_id === projectId && appliance.sandbox_url !== null
      ? `${appliance.sandbox_url}/galley/callback`
      : "";
  const ready = !enabled || (appliance !== undefined && known.data !== undefined);
  const t = messages.check;
  const Title = `h${level}` as const;

  return (
    <section aria-labelledby="check-title">
      <header className={level === 1 ? "page-head" : ""}>
        <Title id="check-title" className={level === 3 ? "project-title" : ""}>
          {t.title}
        </Title>
      </header>
      <div className="form">
        <p>{t.why}</p>
        {known.error && <ErrorNote error={known.error} retry={() => void known.refetch()} />}
        {ready ? (
          <CheckForm
            callbackUrl={fromUrl || known.data || sandbox}
            running={check.state === "running"}
            start={check.start}
            stop={check.stop}
          />
        ) : (
          !known.error && <SkeletonRows rows={3} height={52} />
        )}
        <Steps check={check} level={level === 3 ? 4 : 2} />
      </div>
    </section>
  );
}

function Steps({ check, level }: { check: Check; level: 2 | 4 }) {
  const t = messages.check;
  const Title = `h${level}` as const;
  const StepTitle = level === 4 ? "h5" : "h3";
  if (check.state === "idle") return null;
  return (
    <section className="block" aria-labelledby="check-steps">
      <Title id="check-steps" className="subtitle">
        {t.result}
      </Title>
      <p className="check-summary" role="status">
        {check.state === "running" &&
          (check.current === null
            ? messages.common.checking
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
          <StepView key={step.step} step={step} Title={StepTitle} />
        ))}
        {check.current !== null && (
          <li className="check-step">
            <header className="line">
              <StepTitle className="check-title">{said(check.current.title, check.current.title_sentence)}</StepTitle>
              <Loader size="xs" aria-hidden />
            </header>
          </li>
        )}
      </ol>
    </section>
  );
}
