/**
 * Where an admin looks at an article as its readers see it: pages on the console's listener, which its frames show. They
 * have an opaque origin, so neither cookie nor key reaches them; a token in their address lets in who was given it.
 */

import type { Request } from "express";
import type { Session } from "../../articles/sessions/session-store.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import type { Services } from "../../services.ts";

const HOUR_MS = 3_600_000;

export type ConsolePreviews = ReturnType<typeof createConsolePreviews>;

export function createConsolePreviews({
  runtime: { clock },
  editorAddresses: { tokens },
  sessions,
}: Pick<Services, "runtime" | "editorAddresses" | "sessions">) {
  return {
    /**
     * Address of a session's pages, with a slash at the end. It lasts one to two hours, and is the same for an hour, so that
     * a frame is not loaded anew whenever the console asks again.
     */
    pathOf(sessionId: string): string {
      const end = (Math.floor(clock.now() / HOUR_MS) + 2) * HOUR_MS;
      return `/preview/${sessionId}/${tokens.issue("console_preview", sessionId, end)}/`;
    },
    /** The session that a request may look at. @throws AppError unauthenticated, not_found */
    enter(req: Request): Session {
      const id = String(req.params.session_id);
      if (tokens.check("console_preview", id, String(req.params.token)) === null)
        throw new AppError("unauthenticated", sentence("articles.console_preview_over"));
      return sessions.byId(id);
    },
  };
}
