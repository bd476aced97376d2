import { z } from "zod";
import {
  HostCheckBody,
  ProjectRow,
  ProjectView,
  ProjectWithSecret,
  SigningBody,
} from "../../contracts/projects-api.ts";
import { ofLength, pageOf } from "../../contracts/schema-parts.ts";
import * as bodies from "./bodies.ts";
import type { Console } from "./console.ts";
import { scopeOf } from "./permissions.ts";
import { answerReceiverCheck, ReceiverCheckSchema } from "./receiver-check-routes.ts";
import type { AddRoute } from "./route.ts";

const HOUR_MS = 3_600_000;

export function projectRoutes(route: AddRoute, { services }: Console): void {
  const { projects, projectActivity, projectRemoval, hostChecks, signing } = services;
  route("get /projects", {
    role: "viewer",
    name: "listProjects",
    summary: "List all projects, without their secrets",
    answer: pageOf(ProjectRow),
    run: () => ({ items: projectActivity.rowsOf(projects.list()), next_cursor: null }),
  });
  route("post /projects", {
    role: "admin",
    name: "createProject",
    summary: "Create a project",
    body: bodies.ProjectBodySchema,
    answer: ProjectWithSecret,
    status: 201,
    run: ({ body }) => projects.create(body),
  });
  route("get /projects/:id", {
    role: "viewer",
    siteLink: true,
    name: "readProject",
    summary: "Retrieve a project; a site link receives only its id and name",
    answer: ProjectView.or(ProjectView.pick({ id: true, name: true })),
    run({ req, params: { id } }) {
      const project = projects.view(id);
      return scopeOf(req) === null ? project : { id, name: project.name };
    },
  });
  route("patch /projects/:id", {
    role: "admin",
    name: "changeProject",
    summary: "Update a project; omitted fields keep their values",
    body: bodies.ProjectPatchSchema,
    answer: ProjectView,
    run: ({ params, body }) => projects.patch(params.id, body),
  });
  route("delete /projects/:id", {
    role: "admin",
    name: "deleteProject",
    summary: "Delete a project and all its data; `name` must repeat its name",
    query: z.object({ name: ofLength(z.string(), 0, 1_000) }),
    answer: null,
    status: 202,
    run: ({ params, query }) => projectRemoval.remove(params.id, query.name),
  });
  route("post /projects/:id/reveal-secret", {
    role: "admin",
    name: "revealSecret",
    summary: "Reveal the secret; the audit log records the request",
    answer: ProjectWithSecret,
    run: ({ params }) => projects.revealSecret(params.id),
  });
  route("post /projects/:id/rotate-secret", {
    role: "admin",
    name: "rotateSecret",
    summary: "Rotate the secret; the old one stays valid for `overlap_hours`",
    body: bodies.RotateSchema,
    answer: ProjectWithSecret,
    run: ({ params, body }) => projects.rotateSecret(params.id, body.overlap_hours * HOUR_MS),
  });
  route("post /projects/:id/end-old-secret", {
    role: "admin",
    name: "endOldSecret",
    summary: "Revoke the old secret",
    answer: ProjectView,
    run: ({ params }) => projects.endFormerSecrets(params.id),
  });
  route("get /projects/:id/holdings", {
    role: "viewer",
    name: "countHoldings",
    summary: "Count the data that deleting the project would remove",
    run: ({ params }) => projectRemoval.holdings(params.id),
  });
  route("post /projects/:id/check-host", {
    role: "admin",
    name: "checkHost",
    summary: "Check whether Galley would call a callback URL",
    body: HostCheckBody,
    run: ({ params, body }) => hostChecks.check(params.id, body.url),
  });
  route("post /projects/:id/sign", {
    role: "admin",
    name: "sign",
    summary: "Calculate a request's signature and explain why a given one is wrong",
    body: SigningBody,
    run: ({ params, body }) => signing.sign(params.id, body),
  });
  route("post /projects/:id/check-receiver", {
    role: "operator",
    siteLink: true,
    name: "checkReceiver",
    summary: "Test a site's callback receiver; streams one line for each step",
    body: ReceiverCheckSchema,
    answer: "lines",
    run: ({ req, res, params, body }) => answerReceiverCheck(services.receiverChecks, params.id, body, req, res),
  });
  route("get /projects/:id/wrong-signatures", {
    role: "viewer",
    name: "listWrongSignatures",
    summary: "List requests with a wrong signature, with the likely cause",
    query: bodies.PageQuerySchema,
    run: ({ params, query }) => services.wrongSignatures.list(params.id, query.cursor),
  });
}
