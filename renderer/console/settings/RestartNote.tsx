import { useState } from "react";
import type { RestartView } from "../../../server/contracts/settings-api.ts";
import { said } from "../../shared/language.ts";
import { api } from "../data/api.ts";
import { useMay } from "../data/me.ts";
import { messages } from "../messages/index.ts";
import { ConfirmButton } from "../parts/Confirm.tsx";

interface RestartNoteProps {
  restart: RestartView;
  /** Changes with every start. */
  startedAt: string;
}

interface RestartRequest {
  startedAt: string;
  consoleUrl: string;
}

export function RestartNote({ restart, startedAt }: RestartNoteProps) {
  const t = messages.settings.restart;
  const mayRestart = useMay("admin");
  const [request, setRequest] = useState<RestartRequest>();
  const ask = async () => {
    const { console_url: consoleUrl } = await api.restart();
    setRequest({ startedAt, consoleUrl });
  };
  if (request !== undefined && request.startedAt === startedAt)
    return (
      <div className="notice" role="status">
        {request.consoleUrl === window.location.origin ? (
          <p>{t.restarting}</p>
        ) : (
          <p>
            {t.moved} <a href={request.consoleUrl}>{request.consoleUrl}</a>
          </p>
        )}
      </div>
    );
  const fault = restart.fault !== null && (
    <div className="notice" data-tone="refused" role="alert">
      <p>
        {t.fault} {said(restart.fault, restart.fault_sentence)}
      </p>
    </div>
  );
  if (restart.waiting.length === 0)
    return (
      <>
        {fault}
        {request !== undefined && (
          <p className="text-taken" role="status">
            {t.back}
          </p>
        )}
      </>
    );
  return (
    <>
      {fault}
      <section className="notice between" aria-label={t.title}>
        <p className="grow">
          <strong>{restart.waiting.map((what) => t.waiting[what]).join(" ")}</strong>{" "}
          {restart.offered ? t.why : t.restartNeeded}
        </p>
        {mayRestart && restart.offered && (
          <ConfirmButton
            button={{ size: "xs", variant: "filled", children: t.ask }}
            title={t.askTitle}
            action={t.action}
            destructive={false}
            onConfirm={ask}
          >
            <p>{t.askWhy}</p>
          </ConfirmButton>
        )}
      </section>
    </>
  );
}
