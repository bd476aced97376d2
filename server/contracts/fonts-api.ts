/** Types of the console API for fonts (`{console_url}/api/projects/:id/fonts`). Times are ISO 8601 with offset, sizes bytes. */
import { z } from "zod";
import { DELIVERY_STATES } from "./delivery-states.ts";
import { id, sentenceRef, time } from "./schema-parts.ts";

const format = z.enum(["woff2", "woff", "ttf", "otf"]);
export type FontFormat = z.infer<typeof format>;

const face = {
  family: z.string(),
  /** "400", or "100 900" for a variable font. */
  weight: z.string(),
  /** "normal", "italic", or "oblique" with optional angles. */
  style: z.string(),
  /** "100%", or "75% 125%". */
  stretch: z.string(),
};

/** A font of the project. Response to `POST /projects/:id/fonts?name=` (201) and to `PATCH /projects/:id/fonts/:file`. */
export const FontFileView = z
  .object({
    /** Name in `vms_fonts/`. `GET /projects/:id/fonts/:file` responds with its bytes. */
    file_name: z.string(),
    original_name: z.string(),
    format,
    size: z.number(),
    uploaded_at: time,
    ...face,
    /** Manual correction; null to use the range in the file. */
    unicode_range: z.string().nullable(),
    /** Values from the font file; `coverage` is the range of its characters. */
    read: z.object({ ...face, coverage: z.string(), characters: z.number() }),
    axes: z.array(
      z.object({ tag: z.string(), name: z.string(), min: z.number(), default: z.number(), max: z.number() }),
    ),
    /** Created by Galley; null if the file is a woff2 or the conversion took too long. */
    woff2: z.object({ file_name: z.string(), size: z.number() }).nullable(),
    /** English text; `warning_sentences` contains the same warnings as codes. */
    warnings: z.array(z.string()),
    warning_sentences: z.array(sentenceRef),
  })
  .meta({ id: "Font" });
export type FontFileView = z.infer<typeof FontFileView>;

/** Body of `PATCH /projects/:id/fonts/:file`. Omitted fields stay; a null `unicode_range` restores the file's own. */
export type FontCorrection = Partial<Pick<FontFileView, keyof typeof face | "unicode_range">>;

export const SnapshotView = z
  .object({
    id,
    created_at: time,
    published_at: time,
    current: z.boolean(),
    families: z.array(z.string()),
    files: z.number(),
    size: z.number(),
    /** Number of deliveries of the last publication by state; `delivered` excludes `not_downloaded`. */
    deliveries: z.partialRecord(z.enum([...DELIVERY_STATES, "not_downloaded"]), z.number()),
  })
  .meta({ id: "FontSnapshot" });
export type SnapshotView = z.infer<typeof SnapshotView>;

export const FontsView = z
  .object({
    /** Sorted by family, weight and style. */
    files: z.array(FontFileView),
    /** The last published snapshot; null before the first publication. */
    current: SnapshotView.nullable(),
    /** Whether the fonts differ from the last publication. */
    changed: z.boolean(),
    /** Most recently published first, at most 100. */
    snapshots: z.array(SnapshotView),
  })
  .meta({ id: "Fonts" });
export type FontsView = z.infer<typeof FontsView>;

export const RecipientsView = z.object({
  total: z.number(),
  /** At most 100: distinct callback URLs, each with the session that its callback uses. */
  items: z.array(
    z.object({
      callback_url: z.string(),
      session_id: id,
      material_id: z.string(),
      saved: z.boolean(),
    }),
  ),
});
export type RecipientsView = z.infer<typeof RecipientsView>;

/** Optional body of `POST /projects/:id/fonts/publish`; without a body, Galley publishes the current fonts. */
export const PublishBody = z.strictObject({
  /** An earlier snapshot to publish again. */
  snapshot_id: z.string().max(100).nullable().default(null),
});
export type PublishBody = z.input<typeof PublishBody>;

/** Response to `POST /projects/:id/fonts/publish`: 201 with a new snapshot, 200 with an existing one. */
export const Publication = z.object({
  snapshot: SnapshotView,
  /** Number of pending callbacks for the snapshot. */
  deliveries: z.number(),
});
export type Publication = z.infer<typeof Publication>;

/** A file of a snapshot and its font face. */
export const PublishedFile = z
  .object({ file_name: z.string(), format, size: z.number(), ...face, unicode_range: z.string().nullable() })
  .meta({ id: "PublishedFont" });
export type PublishedFile = z.infer<typeof PublishedFile>;

/** Response to `GET /projects/:id/fonts/compare?from=&to=`, ids of snapshots; default: from nothing to the current fonts. */
export const FontComparison = z.object({
  added: z.array(PublishedFile),
  removed: z.array(PublishedFile),
  /** Another file for the same face, or another face for the same file. */
  changed: z.array(z.object({ from: PublishedFile, to: PublishedFile })),
  unchanged: z.number(),
});
export type FontComparison = z.infer<typeof FontComparison>;
