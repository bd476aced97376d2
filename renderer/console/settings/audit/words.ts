import type { AuditPerson } from "../../../../server/contracts/logs-api.ts";
import { localTime } from "../../../shared/Time.tsx";
import { capital } from "../../messages/en/words.ts";
import { messages } from "../../messages/index.ts";

/** An action of a newer Galley is shown as stored. */
export function actionWords(action: string): string {
  const actions: Partial<Record<string, string>> = messages.words.audit.actions;
  return actions[action] ?? capital(action);
}

export function personWords({ id, name }: AuditPerson): string {
  const { persons, siteLink } = messages.words.audit;
  if (id.startsWith("link:")) return siteLink(name ?? "");
  return persons[id] ?? name ?? id;
}

/** Longer values are in the full entry only. */
const MAX_CHARACTERS = 60;
const MAX_PARTS = 3;
const UUID = /^[\da-f]{8}-[\da-f-]{27}$/;
const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** File names unchanged, the rest as `name: value`. */
export function detailWords(detail: Record<string, unknown>, name: string | null): string {
  const parts = Object.entries(detail).flatMap(([key, value]) => {
    if (value === null || typeof value === "object" || value === name || key === "address") return [];
    const text = String(value);
    if (UUID.test(text)) return [];
    if (text.length > MAX_CHARACTERS) return [messages.words.audit.details[key] ?? key];
    if (["file", "original_name", "name"].includes(key)) return [text];
    const { details, values } = messages.words.audit;
    const said = ISO_TIME.test(text) ? localTime(text, Date.now()) : (values[text] ?? text);
    return [`${details[key] ?? key}: ${said}`];
  });
  const rest = parts.length - MAX_PARTS;
  return parts.slice(0, MAX_PARTS).join(", ") + (rest > 0 ? ` +${rest}` : "");
}
