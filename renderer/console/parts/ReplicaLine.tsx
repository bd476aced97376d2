import type { ReplicaView } from "../../../server/contracts/replica-api.ts";
import { Time } from "../../shared/Time.tsx";
import { messages } from "../messages/index.ts";

type Shown = Pick<ReplicaView, "state" | "lag_ms" | "progress" | "last_drill">;

/** "Up to date · 2 s behind · last drill 3 days ago, passed" */
export function ReplicaLine({ replica }: { replica: Shown }) {
  const t = messages.replication;
  const { state, lag_ms: lag, progress, last_drill: drill } = replica;
  const copies = state === "ok" || state === "behind" || state === "failing";
  const isBad = state === "failing" || state === "fenced" || (state === "behind" && progress === null);
  return (
    <>
      <span className={isBad ? "strong text-refused" : "strong"}>
        {progress === null ? t.states[state] : t.copying}
      </span>
      {copies && lag !== null && progress === null && ` · ${t.lag(lag)}`}
      {copies && progress === null && (
        <>
          {" · "}
          {drill === null ? (
            t.noDrill
          ) : (
            <>
              {t.lastDrill} <Time iso={drill.at} as="relative" />,{" "}
              {drill.ok ? t.passed : <span className="text-refused">{t.failed}</span>}
            </>
          )}
        </>
      )}
    </>
  );
}
