import { z } from "zod";
import type { DocumentNode } from "../../article/vms-json.ts";
import { MAX_SNIPPET_BYTES, SnippetName } from "../../articles/snippets/snippets.ts";
import { MAX_AUTHOR } from "../../contracts/editor-api.ts";
import { state, tabId } from "../../contracts/editor-bodies.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import type { InsertedSnippet } from "../../contracts/snippets-api.ts";
import { AppError } from "../../core/errors.ts";
import type { Editor } from "./editor.ts";
import { mediaView, serveMedia } from "./media-routes.ts";
import { type AddTabRoute, CursorQuery, IdPath } from "./tab-route.ts";

/** Maximum body size, bytes: above the snippet limit, so that the error can name that limit. */
const SNIPPET_BODY = 2 * MAX_SNIPPET_BYTES;

const content = z.object({
  kind: z.enum(["words", "blocks"]),
  /** Validated later against the article schema. */
  doc: state.transform((doc) => doc as unknown as DocumentNode),
});
const author = z
  .string()
  .trim()
  .max(MAX_AUTHOR)
  .transform((value) => value.toWellFormed());

export function snippetRoutes(route: AddTabRoute, { services }: Editor): void {
  const { snippets, assets } = services;
  route("get /snippets", {
    query: CursorQuery,
    run: ({ session, query }) => snippets.page(session.projectId, query.cursor),
  });
  route("post /snippets", {
    body: content.extend({ id: tabId, name: SnippetName, author }),
    limit: SNIPPET_BODY,
    status: 201,
    touches: true,
    run: ({ session, author, body }) => snippets.create(placeOf(session, author ?? body.author), body),
  });
  route("patch /snippets/:id", {
    path: IdPath,
    body: z.object({ author, name: SnippetName.optional(), content: content.optional() }),
    limit: SNIPPET_BODY,
    touches: true,
    run: ({ session, author, path, body }) => snippets.change(placeOf(session, author ?? body.author), path.id, body),
  });
  route("delete /snippets/:id", {
    path: IdPath,
    status: 204,
    run: ({ session, path }) => snippets.remove(session.projectId, path.id),
  });
  route("post /snippets/:id/insert", {
    path: IdPath,
    touches: true,
    async run({ session, path }): Promise<InsertedSnippet> {
      const { files, ...inserted } = await snippets.insert(placeOf(session, ""), path.id);
      const widths = assets.widths(session.id);
      return { ...inserted, files: files.map((each) => mediaView(each, widths)) };
    },
  });
  route("get /snippets/:id/files/:file_name", {
    path: IdPath,
    async run({ req, res, session, path }) {
      const found = snippets.file(session.projectId, path.id, String(req.params.file_name));
      if (found === null) throw new AppError("not_found", sentence("articles.snippet_no_file"));
      await serveMedia(services, res, found);
    },
  });
}

const placeOf = ({ id, projectId }: { id: string; projectId: string }, author: string) => ({
  projectId,
  sessionId: id,
  author,
});
