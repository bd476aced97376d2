/** Projects, their secrets, and what helps an integrator: part of the console's API. */
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
    does: "All projects, without their secrets",
    answer: pageOf(ProjectRow),
    run: () => ({ items: projectActivity.rowsOf(projects.list()), next_cursor: null }),
  });
  route("post /projects", {
    role: "admin",
    name: "createProject",
    does: "Make a project",
    body: bodies.ProjectBodySchema,
    answer: ProjectWithSecret,
    status: 201,
    run: ({ body }) => projects.create(body),
  });
  route("get /projects/:id", {
    role: "viewer",
    siteLink: true,
    name: "readProject",
    does: "A project; its id and name alone for a site link",
    answer: ProjectView.or(ProjectView.pick({ id: true, name: true })),
    run({ req, params: { id } }) {
      const project = projects.view(id);
      return scopeOf(req) === null ? project : { id, name: project.name };
    },
  });
  route("patch /projects/:id", {
    role: "admin",
    name: "changeProject",
    does: "Change a project; what is left out stays",
    body: bodies.ProjectPatchSchema,
    answer: ProjectView,
    run: ({ params, body }) => projects.patch(params.id, body),
  });
  route("delete /projects/:id", {
    role: "admin",
    name: "deleteProject",
    does: "Delete a project with all that it holds, its name said again",
    query: z.object({ name: ofLength(z.string(), 0, 1_000) }),
    answer: null,
    status: 202,
    run: ({ params, query }) => projectRemoval.remove(params.id, query.name),
  });
  route("post /projects/:id/reveal-secret", {
    role: "admin",
    name: "revealSecret",
    does: "Show the secret; the audit log keeps it",
    answer: ProjectWithSecret,
    run: ({ params }) => projects.revealSecret(params.id),
  });
  route("post /projects/:id/rotate-secret", {
    role: "admin",
    name: "rotateSecret",
    does: "Make a new secret; the old one is accepted for some hours",
    body: bodies.RotateSchema,
    answer: ProjectWithSecret,
    run: ({ params, body }) => projects.rotateSecret(params.id, body.overlap_hours * HOUR_MS),
  });
  route("post /projects/:id/end-old-secret", {
    role: "admin",
    name: "endOldSecret",
    does: "Accept the old secret no longer",
    answer: ProjectView,
    run: ({ params }) => projects.endFormerSecrets(params.id),
  });
  route("get /projects/:id/holdings", {
    role: "viewer",
    name: "countHoldings",
    does: "What would go with the project",
    run: ({ params }) => projectRemoval.holdings(params.id),
  });
  route("post /projects/:id/check-host", {
    role: "admin",
    name: "checkHost",
    does: "What a callback address would get",
    body: HostCheckBody,
    run: ({ params, body }) => hostChecks.check(params.id, body.url),
  });
  route("post /projects/:id/sign", {
    role: "admin",
    name: "sign",
    does: "The signature of a request, and what is wrong with a given one",
    body: SigningBody,
    run: ({ params, body }) => signing.sign(params.id, body),
  });
  route("post /projects/:id/check-receiver", {
    role: "operator",
    siteLink: true,
    name: "checkReceiver",
    does: "Try a receiver, a line for each step",
    body: ReceiverCheckSchema,
    answer: "lines",
    run: ({ req, res, params, body }) => answerReceiverCheck(services.receiverChecks, params.id, body, req, res),
  });
  route("get /projects/:id/wrong-signatures", {
    role: "viewer",
    name: "listWrongSignatures",
    does: "Who signed wrongly, and how it looks",
    query: bodies.PageQuerySchema,
    run: ({ params, query }) => services.wrongSignatures.list(params.id, query.cursor),
  });
}
