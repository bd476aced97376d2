/**
 * Previews for the admin: pages on the console's listener, which the console shows in frames. Their origin is opaque,
 * so they send neither cookie nor key. A token in the URL authenticates the request.
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
     * Path of a session's previews, with a trailing slash. Valid for one to two hours. It changes once an hour, so that
     * the console's requests do not reload a frame.
     */
    pathOf(sessionId: string): string {
      const end = (Math.floor(clock.now() / HOUR_MS) + 2) * HOUR_MS;
      return `/preview/${sessionId}/${tokens.issue("console_preview", sessionId, end)}/`;
    },
    /** The session that the token gives access to. @throws AppError unauthenticated, not_found */
    enter(req: Request): Session {
      const id = String(req.params.session_id);
      if (tokens.check("console_preview", id, String(req.params.token)) === null)
        throw new AppError("unauthenticated", sentence("articles.console_preview_over"));
      return sessions.byId(id);
    },
  };
}
