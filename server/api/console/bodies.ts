/** Schemas of the console API's bodies and queries, with their limits. */
import { z } from "zod";
import {
  EMBED_LOADING,
  MAX_EMBED_HOST_LENGTH,
  MAX_EMBED_HOSTS,
  parseEmbedHost,
} from "../../article/embeds/settings.ts";
import { AccountLogin } from "../../contracts/accounts-api.ts";
import { ofLength } from "../../contracts/schema-parts.ts";
import { fault } from "../../contracts/sentences/index.ts";
import { SESSION_STATES } from "../../contracts/sessions-api.ts";
import { SiteLinkLogin } from "../../contracts/site-links-api.ts";
import { cleanFamily, readStretch, readStyle, readUnicodeRange, readWeight } from "../../fonts/font-values.ts";
import { EventIdSchema } from "../../http/event-stream.ts";
import { parseAllowedHost } from "../../outbound/allowed-hosts.ts";
import { isCertificates } from "../../outbound/ca-certificate.ts";

export const oneOf = <const V extends readonly string[]>(values: V) => z.enum(values, fault("api.one_of", { values }));

const name = ofLength(z.string().trim(), 1, 200);

const allowedHosts = z
  .array(
    z
      .string()
      .trim()
      .refine((entry) => parseAllowedHost(entry) !== null, fault("projects.allowed_host_form")),
  )
  .max(200, fault("projects.most_hosts", { max: 200 }));

export const ProjectBodySchema = z.strictObject({
  name,
  environment: z.enum(["dev", "prod"], fault("api.one_of", { values: "'dev' or 'prod'" })),
  allowed_hosts: allowedHosts.default([]),
});

export const ProjectPatchSchema = z.strictObject({
  name: name.optional(),
  allowed_hosts: allowedHosts.optional(),
  enabled: z.boolean().optional(),
  settings: z
    .strictObject({
      answer_timeout_s: z.int().min(1).max(600).optional(),
      resize_mode: z.string().max(100).nullable().optional(),
      style_sheet: z.enum(["html", "file"]).optional(),
      ca_certificate: ofLength(z.string().trim(), 0, 100_000)
        .refine(isCertificates, fault("projects.ca_form"))
        .nullable()
        .optional(),
      embed_loading: z.enum(EMBED_LOADING).optional(),
      embed_hosts: z
        .array(
          ofLength(z.string().trim(), 0, MAX_EMBED_HOST_LENGTH).refine(
            (entry) => parseEmbedHost(entry) !== null,
            fault("projects.embed_host_form"),
          ),
        )
        .max(MAX_EMBED_HOSTS, fault("projects.most_hosts", { max: MAX_EMBED_HOSTS }))
        .optional(),
    })
    .optional(),
});

export const RotateSchema = z
  .strictObject({
    /** How long the old secret stays valid. */
    overlap_hours: z.number().min(0).max(720).default(24),
  })
  .prefault({});

export const LoginSchema = z.union(
  [z.strictObject({ token: z.string().min(1).max(200) }), SiteLinkLogin, AccountLogin],
  fault("api.token_or_password"),
);

/** An optional text parameter; "" is null. */
export const word = z
  .string()
  .max(1_024)
  .transform((value) => (value.trim() === "" ? null : value.trim()))
  .nullable()
  .default(null);

export const zonedTime = z.iso.datetime({ offset: true, message: fault("api.date_time") });

/** The filter with its times in ms since the epoch. */
export function asMs<F extends { from: string | null; to: string | null }>(filter: F) {
  const ms = (moment: string | null) => (moment === null ? null : Date.parse(moment));
  return { ...filter, from: ms(filter.from), to: ms(filter.to) };
}

/** The non-empty fields of a filter, for the audit log. */
export const given = (filter: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  );

/** The console sends "" for an empty filter. */
export const emptyAsNull = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === "" ? null : value), schema.nullable().default(null));

export const EventsQuerySchema = z.object({ after: EventIdSchema.optional() });

export const PageQuerySchema = z.object({ cursor: word });

export const CompareQuerySchema = z.object({
  language: oneOf(["en", "ru"]).default("en"),
});

export const LogQuerySchema = z.object({
  level: oneOf(["info", "warning", "error"]).default("info"),
  q: word,
  cursor: word,
});

export const SessionQuerySchema = z.object({
  project: word,
  state: oneOf(SESSION_STATES).nullable().default(null),
  q: word,
  cursor: word,
});

/** Text that `read` normalizes; null from `read` is an error with `message`. */
const readable = (read: (text: string) => string | null, message: string) =>
  z
    .string()
    .max(10_000)
    .transform((text, context) => {
      const value = read(text);
      if (value !== null) return value;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    });

export const FontCorrectionSchema = z.strictObject({
  family: readable((text) => cleanFamily(text) || null, fault("fonts.family")).optional(),
  weight: readable(readWeight, fault("fonts.weight")).optional(),
  style: readable(readStyle, fault("fonts.style")).optional(),
  stretch: readable(readStretch, fault("fonts.stretch")).optional(),
  unicode_range: readable(readUnicodeRange, fault("fonts.unicode_range")).nullable().optional(),
});

export const FontUploadQuerySchema = z.object({
  name: ofLength(z.string(), 0, 1_000).default("font"),
});

export const FontCompareQuerySchema = z.object({ from: word, to: word });
