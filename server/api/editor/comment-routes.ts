/** Lists and writes comments for the editor tab. Read-only tabs may write them too. */
import { z } from "zod";
import type { CommentAuthor } from "../../articles/comments/comments.ts";
import { MAX_ANCHORS, MAX_AROUND, MAX_COMMENT, MAX_EXACT } from "../../contracts/comments-api.ts";
import { MAX_AUTHOR } from "../../contracts/editor-api.ts";
import type { Editor } from "./editor.ts";
import { type AddTabRoute, CursorQuery, IdPath, tabId } from "./tab-route.ts";

const COMMENT_BODY = 20_000;
const ANCHORS_BODY = 500_000;

const position = z.int().min(0).max(100_000_000);
const anchor = z.object({
  kind: z.enum(["words", "block"]),
  block: z.string().max(40),
  file: z.string().max(255),
  exact: z.string().max(MAX_EXACT),
  prefix: z.string().max(MAX_AROUND),
  suffix: z.string().max(MAX_AROUND),
  from: position,
  to: position,
});
/** Replaces lone surrogates. Storage would change them, and a repeated request would not match the stored text. */
const boundedText = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .transform((value) => value.toWellFormed());
const author = boundedText(MAX_AUTHOR);
const text = boundedText(MAX_COMMENT);

const ReplyBody = z.object({ id: tabId, text, author });

export function commentRoutes(route: AddTabRoute, { services: { sessions, comments }, views }: Editor): void {
  route("get /comments", {
    query: CursorQuery,
    run({ session, query }) {
      const page = comments.page(session.id, query.cursor);
      return { ...page, items: page.items.map(views.commentThread) };
    },
  });
  route("post /comments", {
    body: ReplyBody.extend({ anchor }),
    limit: COMMENT_BODY,
    status: 201,
    async run({ session, author, body }) {
      sessions.touch(session);
      return views.commentThread(await comments.begin(session.id, authorOf(author, body), body, body.anchor));
    },
  });
  route("post /comments/:id/replies", {
    path: IdPath,
    body: ReplyBody,
    limit: COMMENT_BODY,
    status: 201,
    async run({ session, author, path, body }) {
      sessions.touch(session);
      return views.commentThread(await comments.reply(session.id, path.id, authorOf(author, body), body));
    },
  });
  route("patch /comments/:id", {
    path: IdPath,
    body: z.object({ author, text: text.optional(), resolved: z.boolean().optional() }),
    limit: COMMENT_BODY,
    async run({ session, author, path, body }) {
      sessions.touch(session);
      return views.commentThread(await comments.change(session.id, path.id, authorOf(author, body), body));
    },
  });
  route("delete /comments/:id", {
    path: IdPath,
    query: z.object({ author }),
    status: 204,
    run({ session, author, path, query }) {
      sessions.touch(session);
      return comments.remove(session.id, path.id, authorOf(author, query));
    },
  });
  route("put /comment-anchors", {
    body: z.object({ anchors: z.array(z.object({ id: tabId, anchor })).max(MAX_ANCHORS) }),
    limit: ANCHORS_BODY,
    status: 204,
    run: ({ session, body }) => comments.place(session.id, body.anchors),
  });
}

/** @param known the author that the site named in the open; null without one */
function authorOf(known: string | null, { author }: { author: string }): CommentAuthor {
  return known === null ? { name: author, fixed: false } : { name: known, fixed: true };
}
