/** The snippets of a project: looked at, renamed and deleted. They are made in the editor. */
import type { Router } from "express";
import { z } from "zod";
import { SnippetName, snippetView } from "../../articles/snippets/snippets.ts";
import { id, pageOf, time } from "../../contracts/schema-parts.ts";
import type { SnippetPage } from "../../contracts/snippets-api.ts";
import { resource } from "../../http/fallbacks.ts";
import { sendJson } from "../../http/json-body.ts";
import * as bodies from "./bodies.ts";
import type { Console } from "./console.ts";
import type { Descriptions } from "./describe.ts";
import { bodyOf, param, queryOf } from "./requests.ts";

const RenameSchema = z.strictObject({ name: SnippetName });

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

export function snippetRoutes(router: Router, { services: { snippets } }: Console): void {
  resource(router, "/projects/:id/snippets", {
    get: (req, res) => {
      const { items, nextCursor } = snippets.page(param(req, "id"), queryOf(req, bodies.PageQuerySchema).cursor);
      sendJson(res, 200, { items: items.map(snippetView), next_cursor: nextCursor } satisfies SnippetPage);
    },
  });
  resource(router, "/projects/:id/snippets/:snippet", {
    patch: async (req, res) => {
      const { name } = await bodyOf(req, RenameSchema);
      const renamed = await snippets.renameAsAdmin(param(req, "id"), param(req, "snippet"), name);
      sendJson(res, 200, snippetView(renamed));
    },
    delete: async (req, res) => {
      await snippets.removeAsAdmin(param(req, "id"), param(req, "snippet"));
      res.status(204).end();
    },
  });
}

export const snippetDescriptions: Descriptions = {
  "get /projects/:id/snippets": {
    role: "viewer",
    name: "listSnippets",
    does: "What a project's articles have in common under a name, by name",
    query: bodies.PageQuerySchema,
    answer: pageOf(Snippet),
  },
  "patch /projects/:id/snippets/:snippet": {
    role: "admin",
    name: "renameSnippet",
    does: "Give a snippet another name",
    body: RenameSchema,
    answer: Snippet,
  },
  "delete /projects/:id/snippets/:snippet": {
    role: "admin",
    name: "deleteSnippet",
    does: "Delete a snippet",
    answer: null,
  },
};
