/** Bodies of the editor's API (`/editor/api/sessions/:session_id`): their types, and the schemas that check them. */
import { z } from "zod";
import type { VmsJson } from "../article/vms-json.ts";
import { MAX_STEPS } from "./collaboration-api.ts";
import { type CommentAnchor, MAX_ANCHORS, MAX_COMMENT, MAX_CONTEXT_LENGTH, MAX_QUOTE_LENGTH } from "./comments-api.ts";
import { MAX_AUTHOR } from "./editor-api.ts";
import { fault } from "./sentences/index.ts";

/** An id that a tab generated, for itself or for one save. */
export const tabId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, fault("articles.tab_id"));
/** The parsed object, unchanged: unknown keys are kept. */
export const state = z.custom<VmsJson>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  { params: { type: "dict_type", msg: "Input should be a valid dictionary" } },
);
const count = z.int().min(0).max(1_000_000_000);
const baseVersion = count.nullable();
const epoch = z.string().max(64);
/** An author named by the open overrides it. */
const author = z.string().max(MAX_AUTHOR);

/** Body of `PUT /draft`, 204; 422 if no save would accept it. `DELETE /draft/:client_id` (204) removes a draft. */
export const DraftBody = z.object({
  client_id: tabId,
  vms_json: state,
  base_version: baseVersion,
  /** Number of the tab's steps in the draft. A room can start from a draft with this field. */
  steps: count.nullable().default(null),
  /** Author of changes that another text replaces. */
  author: author.nullable().default(null),
});
export type DraftBody = z.input<typeof DraftBody>;

/** Body of `POST /versions/:number/restore`. A repeated `save_id` returns the first response. */
export const RestoreBody = z.object({
  save_id: tabId,
  base_version: baseVersion,
  user_email: author.nullish(),
});
export type RestoreBody = z.input<typeof RestoreBody>;

/** Body of `POST /versions`, as for `RestoreBody`. */
export const SaveBody = RestoreBody.extend({
  vms_json: state,
  /** The tab whose draft this save removes. */
  client_id: tabId.optional(),
});
export type SaveBody = z.input<typeof SaveBody>;

/** Body of `POST /versions` in a room: saves the shared document. 409 `articles.room_replaced` if the epoch has ended. */
export const SharedSaveBody = SaveBody.omit({ vms_json: true, base_version: true }).extend({ epoch });
export type SharedSaveBody = z.input<typeof SharedSaveBody>;

/**
 * Body of `PUT /presence/:client_id`. Response: 200 with `People`. Tabs repeat the request every 15 s. A tab expires
 * 45 s after its last request, or 5 s after its event stream `GET /events?client_id=` ends. 409 above 20 tabs.
 * `DELETE /presence/:client_id` (204) removes the tab.
 */
export const PresenceBody = z.object({ author, mode: z.enum(["editing", "reading"]).default("editing") });
export type PresenceBody = z.output<typeof PresenceBody>;

/** A secret of the tab's editor. */
const writerKey = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);

/** Body of `POST /room`. */
export const JoinBody = z.object({
  client_id: tabId,
  writer_key: writerKey,
});
export type JoinBody = z.input<typeof JoinBody>;

/** Body of `PUT /room`, which replaces the document: 200 with the new `RoomView`. A draft keeps the previous text. */
export const ReplaceBody = JoinBody.extend({ vms_json: state, author });
export type ReplaceBody = z.input<typeof ReplaceBody>;

/**
 * Body of `POST /steps`. Response: 200 with the `StepsView` after `n`. It contains the sent steps if Galley accepted
 * them, rebased over missed steps as in `prosemirror-collab`. Galley accepts them if `counter` equals the number of
 * this writer's steps and few enough steps were missed. A repeated request stores nothing. 409 `articles.room_replaced`
 * if the epoch has ended or steps after `n` are no longer stored; 422 for a step that does not apply; 429 above 50
 * steps a second.
 */
export const StepsBody = z.object({
  epoch,
  n: count,
  writer_key: writerKey,
  /** Number of this writer's earlier steps. */
  counter: count,
  /** ProseMirror steps as JSON. */
  steps: z.array(z.unknown()).max(MAX_STEPS),
});
export type StepsBody = z.input<typeof StepsBody>;

/** Query of `GET /steps`. */
export const StepsQuery = z.object({ epoch, after: z.coerce.number().int().min(0).max(1_000_000_000) });

/** Body of `PUT /caret/:client_id`, 204, and data of the event `caret` with the tab's `client_id`. */
export const CaretBody = z.object({
  epoch,
  /** Step number that the positions refer to. */
  n: count,
  /** Positions in the document; null if the caret is outside the text. */
  selection: z.object({ anchor: count, head: count }).nullable(),
});
export type CaretBody = z.input<typeof CaretBody>;

/** Body of `POST /media/fetch` (201 with `UploadedMedia`; 422 if the URL does not return a picture) and `/media/embed`. */
export const FetchBody = z.object({
  /** On a public IP address. */
  url: z
    .string()
    .max(2_000)
    .regex(/^https?:\/\//i, fault("media.url")),
});
export type FetchBody = z.input<typeof FetchBody>;

export const MAX_COPIED = 500;
export const MAX_FILE_NAME = 200;

/**
 * Body of `POST /media/copy`: copies files from another article. Response: 200 with `CopiedMedia`. 403 if that article
 * belongs to another site, or the copy has expired.
 */
export const CopyBody = z.object({
  /** `clip` of the session that has the files. */
  clip: z.string().max(200),
  files: z.array(z.string().min(1).max(MAX_FILE_NAME)).max(MAX_COPIED),
});
export type CopyBody = z.input<typeof CopyBody>;

const position = z.int().min(0).max(100_000_000);
const anchor = z.object({
  kind: z.enum(["words", "block"]),
  block: z.string().max(40),
  file: z.string().max(255),
  exact: z.string().max(MAX_QUOTE_LENGTH),
  prefix: z.string().max(MAX_CONTEXT_LENGTH),
  suffix: z.string().max(MAX_CONTEXT_LENGTH),
  from: position,
  to: position,
}) satisfies z.ZodType<CommentAnchor>;
/** Replaces lone surrogates. Storage would change them, and a repeated request would not match the stored text. */
const boundedText = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .transform((value) => value.toWellFormed());
const text = boundedText(MAX_COMMENT);
const commentAuthor = boundedText(MAX_AUTHOR);

/** Body of `POST /comments/:id/replies`: 201 with the `CommentThread`, as for `NewComment`; 404 for an unknown thread. */
export const NewReply = z.object({ id: tabId, text, author: commentAuthor });
export type NewReply = z.input<typeof NewReply>;

/**
 * Body of `POST /comments`. Response: 201 with the `CommentThread`. A repeated `id` returns the first response. 409 if
 * the id belongs to another comment, or the article has reached its limit.
 */
export const NewComment = NewReply.extend({ anchor });
export type NewComment = z.input<typeof NewComment>;

/**
 * Body of `PATCH /comments/:id`. Response: 200 with the `CommentThread`. `text` changes the caller's comment (403 for
 * other comments). `resolved` changes the thread that the comment starts (409 for a reply). 404 for an unknown comment.
 * `DELETE /comments/:id?author=` (204) deletes the caller's comment; 409 if it has replies.
 */
export const CommentChange = z.object({
  author: commentAuthor,
  text: text.optional(),
  resolved: z.boolean().optional(),
});
export type CommentChange = z.input<typeof CommentChange>;

/** Body of `PUT /comment-anchors`, 204: the current anchors of threads. Deleted threads are ignored. */
export const CommentAnchors = z.object({
  anchors: z.array(z.object({ id: tabId, anchor })).max(MAX_ANCHORS),
});
export type CommentAnchors = z.input<typeof CommentAnchors>;
