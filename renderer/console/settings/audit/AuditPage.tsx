import { useInfiniteQuery } from "@tanstack/react-query";
import type { AuditRow } from "../../../../server/contracts/logs-api.ts";
import { localTime, Time } from "../../../shared/Time.tsx";
import { auditQuery } from "../../data/queries.ts";
import { capital } from "../../messages/en/words.ts";
import { messages } from "../../messages/index.ts";
import { Phrase } from "../../parts/basics.tsx";
import { ErrorNote, MoreButton, SkeletonRows } from "../../parts/Notes.tsx";

export function AuditPage() {
  const t = messages.settings.audit;
  const audit = useInfiniteQuery(auditQuery);
  return (
    <>
      {audit.isPending && <SkeletonRows rows={4} height={24} />}
      {audit.data?.length === 0 && !audit.error && <p className="muted">{t.none}</p>}
      <ul className="list ruled settings-audit">
        {audit.data?.map((entry) => (
          <li key={entry.id}>
            <details>
              <summary>
                <Time iso={entry.at} as="seconds" /> <AuditLine entry={entry} />
              </summary>
              <code className="wrap">
                {entry.subject} {JSON.stringify(entry.detail)}
              </code>
            </details>
          </li>
        ))}
      </ul>
      {audit.error && <ErrorNote error={audit.error} retry={() => void audit.refetch()} />}
      <MoreButton list={audit} />
    </>
  );
}

function AuditLine({ entry }: { entry: AuditRow }) {
  const t = messages.words.audit;
  // A login entry has its address in the detail.
  const address = entry.address ?? (typeof entry.detail.address === "string" ? entry.detail.address : null);
  return (
    <span className="wrap">
      <b>{actionWords(entry.action)}</b>
      {entry.subject_name !== null && <span>{entry.subject_name}</span>}
      {detailWords(entry.detail, entry.subject_name) !== "" && (
        <span className="muted">{detailWords(entry.detail, entry.subject_name)}</span>
      )}
      {address !== null && (
        <span className="muted">
          <Phrase text={t.from} parts={{ address: () => <samp>{address}</samp> }} />
        </span>
      )}
    </span>
  );
}

/** An action of a newer Galley is shown as stored. */
function actionWords(action: string): string {
  const actions: Partial<Record<string, string>> = messages.words.audit.actions;
  return actions[action] ?? capital(action);
}

/** Longer values are in the full entry only. */
const MOST_CHARACTERS = 60;
const MOST_PARTS = 3;
const UUID = /^[\da-f]{8}-[\da-f-]{27}$/;
const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** File names as they are, the rest as `name: value`. */
function detailWords(detail: Record<string, unknown>, name: string | null): string {
  const parts = Object.entries(detail).flatMap(([key, value]) => {
    if (value === null || typeof value === "object" || value === name || key === "address") return [];
    const text = String(value);
    if (UUID.test(text)) return [];
    if (text.length > MOST_CHARACTERS) return [messages.words.audit.details[key] ?? key];
    if (["file", "original_name", "name"].includes(key)) return [text];
    const { details, values } = messages.words.audit;
    const said = ISO_TIME.test(text) ? localTime(text, Date.now()) : (values[text] ?? text);
    return [`${details[key] ?? key}: ${said}`];
  });
  const rest = parts.length - MOST_PARTS;
  return parts.slice(0, MOST_PARTS).join(", ") + (rest > 0 ? ` +${rest}` : "");
}
