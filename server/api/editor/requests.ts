/** Schemas and parameters that several routes of the editor tab share. */
import type { Request } from "express";
import { z } from "zod";
import type { VmsJson } from "../../article/vms-json.ts";
import { fault } from "../../contracts/sentences/index.ts";
import { type PydanticParams, validateRequest } from "../../http/validation.ts";

export const SMALL_BODY = 4_096;

/** An id that a tab generated, for itself or for one save. */
export const tabId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, fault("articles.tab_id"));
/** The parsed object, unchanged: unknown keys are kept. */
export const state = z.custom<VmsJson>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  {
    params: { type: "dict_type", msg: "Input should be a valid dictionary" } satisfies PydanticParams,
  },
);
export const versionNumber = z.int().min(0).max(1_000_000_000);

export const NumberPath = z.object({
  number: z
    .string()
    .regex(/^\d{1,9}$/, fault("articles.version_number"))
    .transform(Number),
});
export const TabPath = z.object({ client_id: tabId });
export const IdPath = z.object({ id: tabId });
/** An invalid cursor is ignored. */
export const CursorQuery = z.object({ cursor: z.string().nullable().catch(null) });

export function idOf(req: Request): string {
  return String(req.params.session_id);
}

export function numberOf(req: Request): number {
  return validateRequest({ path: { schema: NumberPath, value: req.params } }).path.number;
}

export function tabOf(req: Request): string {
  return validateRequest({ path: { schema: TabPath, value: req.params } }).path.client_id;
}
