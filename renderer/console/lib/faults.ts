import { ApiError } from "../../shared/api-client.ts";
import { said } from "../../shared/language.ts";

/** First error of each field of a 422; empty for other errors. */
export function faultsOf(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError) || error.body === null || typeof error.body !== "object") return {};
  const { detail } = error.body as { detail?: unknown };
  if (!Array.isArray(detail)) return {};
  const faults: Record<string, string> = {};
  for (const fault of detail as { loc?: unknown; msg?: unknown }[]) {
    const field = Array.isArray(fault.loc) ? String(fault.loc[1] ?? "") : "";
    if (field !== "" && typeof fault.msg === "string")
      faults[field] ??= said(fault.msg.replace(/^Value error, /, ""), fault);
  }
  return faults;
}

export function isAtFields(error: unknown, fields: readonly string[]): boolean {
  const named = Object.keys(faultsOf(error));
  return named.length > 0 && named.every((field) => fields.includes(field));
}
