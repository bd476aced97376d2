/** Who has the article open: tabs say so, and say goodbye. Nothing of it is written down, and none of it is an access. */
import type { Router } from "express";
import { z } from "zod";
import { resource } from "../http/fallbacks.ts";
import { readJson, sendJson } from "../http/json-body.ts";
import { validateRequest } from "../http/validation.ts";
import type { Presence } from "../sessions/presence.ts";
import type { EditorLogins } from "./login.ts";
import { idOf, MAX_EMAIL, SMALL_BODY, tabOf } from "./requests.ts";
import type { EditorViews } from "./views.ts";

export interface PresenceParts {
  logins: EditorLogins;
  presence: Presence;
  views: EditorViews;
}

const PresenceBody = z.object({
  author: z.string().max(MAX_EMAIL),
  wants: z.enum(["edit", "read", "take_over"]),
});

/** @param at path of a session */
export function presenceRoutes(router: Router, at: string, { logins, presence, views }: PresenceParts): void {
  resource(router, `${at}/presence/:client_id`, {
    put: async (req, res) => {
      const { session, author } = logins.enter(req, idOf(req));
      const clientId = tabOf(req);
      const { body } = validateRequest({ body: { schema: PresenceBody, value: await readJson(req, SMALL_BODY) } });
      presence.heartbeat(session.id, { clientId, ...body, author: author ?? body.author });
      sendJson(res, 200, views.people(session.id));
    },
    delete: (req, res) => {
      const { session } = logins.enter(req, idOf(req));
      presence.leave(session.id, tabOf(req));
      res.status(204).end();
    },
  });
}
