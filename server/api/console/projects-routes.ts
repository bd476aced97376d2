/** Projects, their site links and their snippets. Journalists create snippets in the editor. */
import type { Request, Response } from "express";
import { z } from "zod";
import { SnippetName } from "../../articles/snippets/snippets.ts";
import { NewSiteLink, NewSiteLinkView, SiteLinkRow } from "../../contracts/access-api.ts";
import {
  HostCheckBody,
  ProjectRow,
  ProjectView,
  ProjectWithSecret,
  SigningBody,
} from "../../contracts/projects-api.ts";
import type { ReceiverCheckLine } from "../../contracts/receiver-check-api.ts";
import { id, ofLength, pageOf, time } from "../../contracts/schema-parts.ts";
import { fault } from "../../contracts/sentences/index.ts";
import { JsonText } from "../../core/json-text.ts";
import { hasCredentials } from "../../core/masking.ts";
import { ClientGone, sendJson } from "../../http/json-body.ts";
import { CheckCancelled } from "../../receiver-check/check-run.ts";
import { CHECK_MATERIAL } from "../../receiver-check/receiver-checks.ts";
import type { Console } from "./console.ts";
import { nameOf, scopeOf } from "./permissions.ts";
import { ProjectBodySchema, ProjectPatchSchema } from "./project-bodies.ts";
import { type AddRoute, PageQuery } from "./route.ts";

const HOUR_MS = 3_600_000;

export function projectRoutes(route: AddRoute, { services }: Console): void {
  const { projects, projectActivity, projectRemoval, hostChecks, signing } = services;
  route("viewer get /projects", {
    name: "listProjects",
    summary: "List all projects, without their secrets",
    response: pageOf(ProjectRow),
    run: () => ({ items: projectActivity.rowsOf(projects.list()), next_cursor: null }),
  });
  route("admin post /projects", {
    name: "createProject",
    summary: "Create a project",
    body: ProjectBodySchema,
    response: ProjectWithSecret,
    status: 201,
    run: ({ body }) => projects.create(body),
  });
  route("viewer get /projects/:id", {
    siteLink: true,
    name: "readProject",
    summary: "Retrieve a project; a site link receives only its id and name",
    response: ProjectView.or(ProjectView.pick({ id: true, name: true })),
    run({ req, params: { id } }) {
      const project = projects.view(id);
      return scopeOf(req) === null ? project : { id, name: project.name };
    },
  });
  route("admin patch /projects/:id", {
    name: "changeProject",
    summary: "Update a project; omitted fields keep their values",
    body: ProjectPatchSchema,
    response: ProjectView,
    run: ({ params, body }) => projects.patch(params.id, body),
  });
  route("admin delete /projects/:id", {
    name: "deleteProject",
    summary: "Delete a project and all its data; `name` must repeat its name",
    query: z.object({ name: ofLength(z.string(), 0, 1_000) }),
    response: null,
    status: 202,
    run: ({ params, query }) => projectRemoval.remove(params.id, query.name),
  });
  route("admin post /projects/:id/reveal-secret", {
    name: "revealSecret",
    summary: "Reveal the secret; the audit log records the request",
    response: ProjectWithSecret,
    run: ({ params }) => projects.revealSecret(params.id),
  });
  route("admin post /projects/:id/rotate-secret", {
    name: "rotateSecret",
    summary: "Rotate the secret; the old one stays valid for `overlap_hours`",
    /** overlap_hours: how long the old secret stays valid. */
    body: z.strictObject({ overlap_hours: z.number().min(0).max(720).default(24) }).prefault({}),
    response: ProjectWithSecret,
    run: ({ params, body }) => projects.rotateSecret(params.id, body.overlap_hours * HOUR_MS),
  });
  route("admin post /projects/:id/end-old-secret", {
    name: "endOldSecret",
    summary: "Revoke the old secret",
    response: ProjectView,
    run: ({ params }) => projects.endFormerSecrets(params.id),
  });
  route("viewer get /projects/:id/holdings", {
    name: "countHoldings",
    summary: "Count the data that deleting the project would remove",
    run: ({ params }) => projectRemoval.holdings(params.id),
  });
  route("admin post /projects/:id/check-host", {
    name: "checkHost",
    summary: "Check whether Galley would call a callback URL",
    body: HostCheckBody,
    run: ({ params, body }) => hostChecks.check(params.id, body.url),
  });
  route("admin post /projects/:id/sign", {
    name: "sign",
    summary: "Calculate a request's signature and explain why a given one is wrong",
    body: SigningBody,
    run: ({ params, body }) => signing.sign(params.id, body),
  });
  route("operator post /projects/:id/check-receiver", {
    siteLink: true,
    name: "checkReceiver",
    summary: "Test a site's callback receiver; streams one line for each step",
    body: ReceiverCheckSchema,
    response: "lines",
    run: ({ req, res, params, body }) => sendReceiverCheck(services.receiverChecks, params.id, body, req, res),
  });
  route("viewer get /projects/:id/wrong-signatures", {
    name: "listWrongSignatures",
    summary: "List requests with a wrong signature, with the likely cause",
    query: PageQuery,
    run: ({ params, query }) => services.wrongSignatures.list(params.id, query.cursor),
  });
}

export function siteLinkRoutes(route: AddRoute, { services: { siteLinks }, hosts }: Console): void {
  route("admin get /projects/:id/site-links", {
    name: "listSiteLinks",
    summary: "List a project's site links, newest first",
    response: pageOf(SiteLinkRow),
    run: ({ params }) => ({ items: siteLinks.list(params.id), next_cursor: null }),
  });
  route("admin post /projects/:id/site-links", {
    name: "createSiteLink",
    summary: "Create a site link, which lets a site's developer read its deliveries and requests",
    body: NewSiteLink,
    response: NewSiteLinkView,
    status: 201,
    run({ req, params, body }) {
      const { row, secret } = siteLinks.create(params.id, body, nameOf(req));
      return { ...row, link: `${hosts.urlFor(req.get("Origin"))}/site#link=${secret}` };
    },
  });
  route("admin delete /projects/:id/site-links/:link", {
    name: "removeSiteLink",
    summary: "Delete a site link and end its logins",
    response: null,
    run: ({ params }) => siteLinks.remove(params.id, params.link),
  });
}

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
  route("viewer get /projects/:id/snippets", {
    name: "listSnippets",
    summary: "List a project's snippets, sorted by name",
    query: PageQuery,
    response: pageOf(Snippet),
    run: ({ params, query }) => snippets.page(params.id, query.cursor),
  });
  route("admin patch /projects/:id/snippets/:snippet", {
    name: "renameSnippet",
    summary: "Rename a snippet",
    body: z.strictObject({ name: SnippetName }),
    response: Snippet,
    run: ({ params, body }) => snippets.renameAsAdmin(params.id, params.snippet, body.name),
  });
  route("admin delete /projects/:id/snippets/:snippet", {
    name: "deleteSnippet",
    summary: "Delete a snippet",
    response: null,
    run: ({ params }) => snippets.removeAsAdmin(params.id, params.snippet),
  });
}

const isHttp = (value: string) => /^https?:$/.test(URL.parse(value)?.protocol ?? "");

export const ReceiverCheckSchema = z.strictObject({
  callback_url: ofLength(z.string().trim(), 0, 8_192)
    .refine(isHttp, fault("projects.no_url"))
    .refine((value) => !hasCredentials(URL.parse(value) ?? new URL("http://none/")), fault("projects.url_credentials")),
  material_id: ofLength(z.string(), 1, 1_024).default(CHECK_MATERIAL),
  metadata: z.record(z.string(), z.unknown()).default({}),
  fonts: z.boolean().default(false),
});

const LINES = "application/x-ndjson";

export async function sendReceiverCheck(
  checks: Console["services"]["receiverChecks"],
  projectId: string,
  body: z.output<typeof ReceiverCheckSchema>,
  req: Request,
  res: Response,
): Promise<void> {
  const disconnected = new AbortController();
  res.on("close", () => disconnected.abort());
  const live = (req.get("Accept") ?? "").includes(LINES);
  const sendLine = (line: ReceiverCheckLine) => {
    if (!live) return;
    if (!res.headersSent) res.setHeader("Content-Type", `${LINES}; charset=utf-8`);
    res.write(`${JSON.stringify(line)}\n`);
  };
  try {
    const check = await checks.run(
      {
        projectId,
        callbackUrl: new URL(body.callback_url),
        materialId: body.material_id,
        metadata: JsonText.of(body.metadata),
        fonts: body.fonts,
      },
      disconnected.signal,
      sendLine,
    );
    if (live) res.end();
    else sendJson(res, 200, check);
  } catch (error) {
    throw error instanceof CheckCancelled ? new ClientGone() : error;
  }
}
