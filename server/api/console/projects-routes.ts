/** Projects, their secrets, and what helps an integrator: part of the console's API. */
import type { Router } from "express";
import { z } from "zod";
import {
  HostCheckBody,
  ProjectRow,
  ProjectView,
  ProjectWithSecret,
  SigningBody,
} from "../../contracts/projects-api.ts";
import { ofLength, pageOf } from "../../contracts/schema-parts.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { resource } from "../../http/fallbacks.ts";
import { sendJson } from "../../http/json-body.ts";
import * as bodies from "./bodies.ts";
import type { Console } from "./console.ts";
import type { Descriptions } from "./describe.ts";
import { requireInScope, scopeOf } from "./permissions.ts";
import { answerReceiverCheck, ReceiverCheckSchema } from "./receiver-check-routes.ts";
import { bodyOf, defined, param, queryOf } from "./requests.ts";

const HOUR_MS = 3_600_000;

const ProjectDeletionSchema = z.object({ name: ofLength(z.string(), 0, 1_000) });

export function projectRoutes(router: Router, { services }: Console): void {
  const { projects, projectActivity, projectRemoval, hostChecks, signing } = services;
  resource(router, "/projects", {
    get: (_req, res) => sendJson(res, 200, { items: projectActivity.rowsOf(projects.list()), next_cursor: null }),
    post: async (req, res) => sendJson(res, 201, projects.create(await bodyOf(req, bodies.ProjectBodySchema))),
  });
  resource(router, "/projects/:id", {
    get: (req, res) => {
      const id = param(req, "id");
      requireInScope(req, id, sentence("projects.no_project", { id }));
      const project = projects.view(id);
      sendJson(res, 200, scopeOf(req) === null ? project : { id, name: project.name });
    },
    patch: async (req, res) =>
      sendJson(res, 200, projects.patch(param(req, "id"), defined(await bodyOf(req, bodies.ProjectPatchSchema)))),
    delete: (req, res) => {
      const { name } = queryOf(req, ProjectDeletionSchema);
      projectRemoval.remove(param(req, "id"), name);
      res.status(202).end();
    },
  });
  resource(router, "/projects/:id/reveal-secret", {
    post: (req, res) => sendJson(res, 200, projects.revealSecret(param(req, "id"))),
  });
  resource(router, "/projects/:id/rotate-secret", {
    post: async (req, res) => {
      const { overlap_hours } = await bodyOf(req, bodies.RotateSchema, {});
      sendJson(res, 200, projects.rotateSecret(param(req, "id"), overlap_hours * HOUR_MS));
    },
  });
  resource(router, "/projects/:id/end-old-secret", {
    post: (req, res) => sendJson(res, 200, projects.endFormerSecrets(param(req, "id"))),
  });
  resource(router, "/projects/:id/holdings", {
    get: (req, res) => sendJson(res, 200, projectRemoval.holdings(param(req, "id"))),
  });
  resource(router, "/projects/:id/check-host", {
    post: async (req, res) => {
      const { url } = await bodyOf(req, HostCheckBody);
      sendJson(res, 200, await hostChecks.check(param(req, "id"), url));
    },
  });
  resource(router, "/projects/:id/sign", {
    post: async (req, res) => {
      const body = defined(await bodyOf(req, SigningBody));
      sendJson(res, 200, signing.sign(param(req, "id"), body));
    },
  });
  resource(router, "/projects/:id/check-receiver", {
    post: async (req, res) => {
      const id = param(req, "id");
      requireInScope(req, id, sentence("projects.no_project", { id }));
      const body = await bodyOf(req, ReceiverCheckSchema);
      await answerReceiverCheck(services.receiverChecks, id, body, req, res);
    },
  });
  resource(router, "/projects/:id/wrong-signatures", {
    get: (req, res) => {
      const { cursor } = queryOf(req, bodies.PageQuerySchema);
      sendJson(res, 200, services.wrongSignatures.list(param(req, "id"), cursor));
    },
  });
}

export const projectDescriptions: Descriptions = {
  "get /projects": {
    role: "viewer",
    name: "listProjects",
    does: "All projects, without their secrets",
    answer: pageOf(ProjectRow),
  },
  "post /projects": {
    role: "admin",
    name: "createProject",
    does: "Make a project",
    body: bodies.ProjectBodySchema,
    answer: ProjectWithSecret,
    status: 201,
  },
  "get /projects/:id": { role: "viewer", siteLink: true, name: "readProject", does: "A project", answer: ProjectView },
  "patch /projects/:id": {
    role: "admin",
    name: "changeProject",
    does: "Change a project; what is left out stays",
    body: bodies.ProjectPatchSchema,
    answer: ProjectView,
  },
  "delete /projects/:id": {
    role: "admin",
    name: "deleteProject",
    does: "Delete a project with all that it holds, its name said again",
    body: ProjectDeletionSchema,
    answer: null,
    status: 202,
  },
  "post /projects/:id/reveal-secret": {
    role: "admin",
    name: "revealSecret",
    does: "Show the secret; the audit log keeps it",
    answer: ProjectWithSecret,
  },
  "post /projects/:id/rotate-secret": {
    role: "admin",
    name: "rotateSecret",
    does: "Make a new secret; the old one is accepted for some hours",
    body: bodies.RotateSchema,
    answer: ProjectWithSecret,
  },
  "post /projects/:id/end-old-secret": {
    role: "admin",
    name: "endOldSecret",
    does: "Accept the old secret no longer",
    answer: ProjectView,
  },
  "get /projects/:id/holdings": { role: "viewer", name: "countHoldings", does: "What would go with the project" },
  "post /projects/:id/check-host": {
    role: "admin",
    name: "checkHost",
    does: "What a callback address would get",
    body: HostCheckBody,
  },
  "post /projects/:id/sign": {
    role: "admin",
    name: "sign",
    does: "The signature of a request, and what is wrong with a given one",
    body: SigningBody,
  },
  "post /projects/:id/check-receiver": {
    role: "operator",
    siteLink: true,
    name: "checkReceiver",
    does: "Try a receiver, a line for each step",
    body: ReceiverCheckSchema,
    answer: "lines",
  },
  "get /projects/:id/wrong-signatures": {
    role: "viewer",
    name: "listWrongSignatures",
    does: "Who signed wrongly, and how it looks",
    query: bodies.PageQuerySchema,
  },
};
