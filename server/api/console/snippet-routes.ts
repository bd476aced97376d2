/** Lists, renames and deletes a project's snippets. Journalists create them in the editor. */
import { z } from "zod";
import { SnippetName, snippetView } from "../../articles/snippets/snippets.ts";
import { id, pageOf, time } from "../../contracts/schema-parts.ts";
import * as bodies from "./bodies.ts";
import type { Console } from "./console.ts";
import type { AddRoute } from "./route.ts";

const Snippet = z
  .object({
    id,
    name: z.string(),
    kind: z.enum(["words", "blocks"]),
    excerpt: z.string(),
    pictures: z.number(),
    files: z.number(),
    size: z.number(),
    changed_at: time,
    changed_by: z.string(),
  })
  .meta({ id: "Snippet" });

export function snippetRoutes(route: AddRoute, { services: { snippets } }: Console): void {
  route("get /projects/:id/snippets", {
    role: "viewer",
    name: "listSnippets",
    summary: "List a project's snippets, sorted by name",
    query: bodies.PageQuerySchema,
    answer: pageOf(Snippet),
    run({ params, query }) {
      const page = snippets.page(params.id, query.cursor);
      return { ...page, items: page.items.map(snippetView) };
    },
  });
  route("patch /projects/:id/snippets/:snippet", {
    role: "admin",
    name: "renameSnippet",
    summary: "Rename a snippet",
    body: z.strictObject({ name: SnippetName }),
    answer: Snippet,
    run: async ({ params, body }) => snippetView(await snippets.renameAsAdmin(params.id, params.snippet, body.name)),
  });
  route("delete /projects/:id/snippets/:snippet", {
    role: "admin",
    name: "deleteSnippet",
    summary: "Delete a snippet",
    answer: null,
    run: ({ params }) => snippets.removeAsAdmin(params.id, params.snippet),
  });
}
