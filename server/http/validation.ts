/** Validates requests and reports all errors of path, query, header and body with the texts of pydantic 2 and FastAPI (contract 2.8). */
import type { z } from "zod";
import { type Sentence, sentence } from "../contracts/sentences/index.ts";
import { sentenceRefOf } from "../contracts/sentences/words.ts";
import { type Fault, ValidationFailed } from "../core/errors.ts";

/** The params of a custom zod issue: the error without its place. */
export interface PydanticParams {
  type: string;
  msg: string;
  ctx?: Record<string, unknown>;
}

/** The first part of an error's `loc`. */
export type Place = "path" | "query" | "header" | "body";

/** The schema of a part, and its value or the error of reading it. */
export interface Part<S extends z.ZodType = z.ZodType> {
  schema: S;
  value?: unknown;
  fault?: Fault;
}

const MAX_INPUT_LENGTH = 1024;
const MAX_UNKNOWN_KEYS = 20;

type Values<Parts> = { [K in keyof Parts]: Parts[K] extends Part<infer S> ? z.output<S> : never };

/** @throws ValidationFailed with all errors, in the order of `parts` */
export function validateRequest<Parts extends Partial<Record<Place, Part>>>(parts: Parts): Values<Parts> {
  const faults: Fault[] = [];
  const values: Partial<Record<Place, unknown>> = {};
  for (const [place, part] of Object.entries(parts) as [Place, Part][]) {
    if (part.fault) {
      faults.push(part.fault);
      continue;
    }
    const result = part.schema.safeParse(part.value);
    if (result.success) values[place] = result.data;
    else faults.push(...faultsOf(place, part.value, result.error.issues));
  }
  if (faults.length > 0) throw new ValidationFailed(faults.map(withoutLongInput));
  return values as Values<Parts>;
}

/** Type that zod expected → pydantic's error type, which is also the key of its sentence. */
const WRONG_TYPES = {
  string: "string_type",
  object: "model_attributes_type",
  record: "dict_type",
  array: "list_type",
  boolean: "bool_type",
  number: "float_type",
  int: "int_type",
} as const;

type CommonType = (typeof WRONG_TYPES)[keyof typeof WRONG_TYPES] | "missing" | "extra_forbidden" | "uuid_parsing";

const UUID_FORM = "expected five groups of 8, 4, 4, 4 and 12 hexadecimal digits with hyphens between them";

function common(type: CommonType, loc: Fault["loc"], input: unknown): Fault {
  const message = sentence(`requests.${type}`);
  return { type, loc, msg: message.detail, sentence: message, input };
}

/** The sentence that `fault` (`contracts/sentences`) put into a message; null for plain text. */
function sentenceIn(message: string): Sentence | null {
  if (!message.startsWith('{"code":')) return null;
  const value: unknown = JSON.parse(message);
  return sentenceRefOf(value) && (value as Sentence);
}

function faultsOf(place: Place, value: unknown, issues: readonly z.core.$ZodIssue[]): Fault[] {
  if (place === "body" && (value === undefined || value === null)) return [common("missing", ["body"], null)];
  const faults: Fault[] = [];
  const seen = new Set<string>();
  for (const issue of issues.flatMap(closestOf)) {
    const loc = [place, ...issue.path.map((key) => (typeof key === "number" ? key : String(key)))];
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys.slice(0, MAX_UNKNOWN_KEYS))
        faults.push(common("extra_forbidden", [...loc, key], valueAt(value, [...issue.path, key])));
      continue;
    }
    // pydantic reports only the first error of a field.
    const key = JSON.stringify(loc);
    if (!seen.has(key)) faults.push(faultOf(loc, value, issue));
    seen.add(key);
  }
  return faults;
}

/** For a union, selects the shape whose only errors are unknown keys. */
function closestOf(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union") return [issue];
  const closest = issue.errors.find((shape) => shape.every(({ code }) => code === "unrecognized_keys"));
  return closest?.map((each) => ({ ...each, path: [...issue.path, ...each.path] })) ?? [issue];
}

function faultOf(loc: Fault["loc"], value: unknown, issue: z.core.$ZodIssue): Fault {
  const container = valueAt(value, issue.path.slice(0, -1));
  const input = valueAt(value, issue.path);
  if (issue.path.length > 0 && input === undefined)
    // For a missing field of the body, FastAPI reports the containing object; for a parameter, null.
    return common("missing", loc, loc[0] === "body" ? container : null);
  if (issue.code === "custom" && issue.params) {
    const { type, msg, ctx } = issue.params as PydanticParams & Record<string, unknown>;
    return { type, loc, msg, input, ...(ctx && { ctx }) };
  }
  if (issue.code === "invalid_format" && issue.format === "guid")
    return { ...common("uuid_parsing", loc, input), ctx: { error: UUID_FORM } };
  if (issue.code === "invalid_type" && Object.hasOwn(WRONG_TYPES, issue.expected))
    return common(WRONG_TYPES[issue.expected as keyof typeof WRONG_TYPES], loc, input);
  const found = sentenceIn(issue.message);
  const msg = `Value error, ${found?.detail ?? issue.message}`;
  return { type: "value_error", loc, msg, input, ...(found && { sentence: found }) };
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<PropertyKey, unknown>)[key];
  }
  return at;
}

function withoutLongInput(fault: Fault): Fault {
  if (remainingAfter(fault.input, MAX_INPUT_LENGTH) >= 0) return fault;
  const { input: _, ...rest } = fault;
  return rest;
}

/** Returns `budget` minus the approximate JSON length; stops below zero. */
function remainingAfter(value: unknown, budget: number): number {
  if (typeof value === "string") return budget - value.length - 2;
  if (typeof value !== "object" || value === null) return budget - String(value).length;
  let left = budget - 2;
  for (const key in value) {
    left = remainingAfter((value as Record<string, unknown>)[key], left - (Array.isArray(value) ? 1 : key.length + 4));
    if (left < 0) break;
  }
  return left;
}
