import type { Request } from "express";
import type { z } from "zod";
import { readJson } from "../../http/json-body.ts";
import { validateRequest } from "../../http/validation.ts";

const BODY_LIMIT = 256 * 1024;

export function param(req: Request, name: string): string {
  return String(req.params[name]);
}

/** @param absent value of an empty body; without it, a body is required */
export async function bodyOf<S extends z.ZodType>(req: Request, schema: S, absent?: unknown): Promise<z.output<S>> {
  return validateRequest({ body: { schema, value: (await readJson(req, BODY_LIMIT)) ?? absent } }).body;
}

export function queryOf<S extends z.ZodType>(req: Request, schema: S): z.output<S> {
  const search = new URL(req.originalUrl, "http://console.invalid").searchParams;
  return validateRequest({ query: { schema, value: Object.fromEntries(search) } }).query;
}

export function defined<T extends object>(value: T): DefinedOnly<T> {
  return JSON.parse(JSON.stringify(value)) as DefinedOnly<T>;
}

type DefinedOnly<T> = {
  [K in keyof T]: Exclude<T[K], undefined> extends object
    ? DefinedOnly<Exclude<T[K], undefined>>
    : Exclude<T[K], undefined>;
};
