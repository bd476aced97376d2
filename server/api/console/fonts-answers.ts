/** What is answered of fonts, for the description of the API. */

import { z } from "zod";
import { DELIVERY_STATES } from "../../contracts/delivery-states.ts";
import type {
  FontComparison,
  FontFileView,
  FontsView,
  Publication,
  PublishedFile,
  RecipientsView,
  SnapshotView,
} from "../../contracts/fonts-api.ts";
import type { Fact } from "../../contracts/sentences/index.ts";
import { id, time } from "./answers.ts";

const format = z.enum(["woff2", "woff", "ttf", "otf"]);
const face = { family: z.string(), weight: z.string(), style: z.string(), stretch: z.string() };

export const Font = z
  .looseObject({
    file_name: z.string(),
    original_name: z.string(),
    format,
    size: z.number(),
    uploaded_at: time,
    ...face,
    unicode_range: z.string().nullable(),
    read: z.looseObject({ ...face, coverage: z.string(), characters: z.number() }),
    axes: z.array(
      z.looseObject({ tag: z.string(), name: z.string(), min: z.number(), default: z.number(), max: z.number() }),
    ),
    woff2: z.looseObject({ file_name: z.string(), size: z.number() }).nullable(),
    warnings: z.array(z.string()),
    warning_sentences: z.array(
      z.object({
        code: z.string(),
        facts: z.record(z.string(), z.custom<Fact>().meta({ description: "A text, a number or another sentence." })),
      }),
    ),
  })
  .meta({ id: "Font" }) satisfies z.ZodType<FontFileView>;

const Snapshot = z
  .looseObject({
    id,
    created_at: time,
    published_at: time,
    current: z.boolean(),
    families: z.array(z.string()),
    files: z.number(),
    size: z.number(),
    deliveries: z.partialRecord(z.enum([...DELIVERY_STATES, "not_downloaded"]), z.number()),
  })
  .meta({ id: "FontSnapshot" }) satisfies z.ZodType<SnapshotView>;

export const Fonts = z
  .looseObject({
    files: z.array(Font),
    current: Snapshot.nullable(),
    changed: z.boolean(),
    snapshots: z.array(Snapshot),
  })
  .meta({ id: "Fonts" }) satisfies z.ZodType<FontsView>;

export const FontsPublished = z.looseObject({
  snapshot: Snapshot,
  deliveries: z.number(),
}) satisfies z.ZodType<Publication>;

export const FontRecipients = z.looseObject({
  total: z.number(),
  items: z.array(
    z.looseObject({ callback_url: z.string(), session_id: id, material_id: z.string(), saved: z.boolean() }),
  ),
}) satisfies z.ZodType<RecipientsView>;

const PublishedFont = z
  .looseObject({ file_name: z.string(), format, size: z.number(), ...face, unicode_range: z.string().nullable() })
  .meta({ id: "PublishedFont" }) satisfies z.ZodType<PublishedFile>;

export const FontsCompared = z.looseObject({
  added: z.array(PublishedFont),
  removed: z.array(PublishedFont),
  changed: z.array(z.looseObject({ from: PublishedFont, to: PublishedFont })),
  unchanged: z.number(),
}) satisfies z.ZodType<FontComparison>;
