/** Lists and writes comments for the editor tab. Read-only tabs may write them too. */
import type { CommentAuthor } from "../../articles/comments/comments.ts";
import { CommentAnchors, CommentChange, NewComment, NewReply } from "../../contracts/editor-bodies.ts";
import type { Editor } from "./editor.ts";
import { type AddTabRoute, CursorQuery, IdPath } from "./tab-route.ts";

const COMMENT_BODY = 20_000;
const ANCHORS_BODY = 500_000;

export function commentRoutes(route: AddTabRoute, { services: { comments } }: Editor): void {
  route("get /comments", {
    query: CursorQuery,
    run: ({ session, query }) => comments.page(session.id, query.cursor),
  });
  route("post /comments", {
    body: NewComment,
    limit: COMMENT_BODY,
    status: 201,
    touches: true,
    run: ({ session, author, body }) => comments.begin(session.id, authorOf(author, body), body, body.anchor),
  });
  route("post /comments/:id/replies", {
    path: IdPath,
    body: NewReply,
    limit: COMMENT_BODY,
    status: 201,
    touches: true,
    run: ({ session, author, path, body }) => comments.reply(session.id, path.id, authorOf(author, body), body),
  });
  route("patch /comments/:id", {
    path: IdPath,
    body: CommentChange,
    limit: COMMENT_BODY,
    touches: true,
    run: ({ session, author, path, body }) => comments.change(session.id, path.id, authorOf(author, body), body),
  });
  route("delete /comments/:id", {
    path: IdPath,
    query: CommentChange.pick({ author: true }),
    status: 204,
    touches: true,
    run: ({ session, author, path, query }) => comments.remove(session.id, path.id, authorOf(author, query)),
  });
  route("put /comment-anchors", {
    body: CommentAnchors,
    limit: ANCHORS_BODY,
    status: 204,
    run: ({ session, body }) => comments.place(session.id, body.anchors),
  });
}

/** @param known the author that the site named in the open; null without one */
function authorOf(known: string | null, { author }: { author: string }): CommentAuthor {
  return known === null ? { name: author, fixed: false } : { name: known, fixed: true };
}
