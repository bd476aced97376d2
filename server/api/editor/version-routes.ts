import type { Request, Response } from "express";
import { z } from "zod";
import { DOCUMENT_BYTES } from "../../article/document.ts";
import { SaveConflicts, type Saved, type SaveRequest } from "../../articles/versions/versions.ts";
import { JOURNALIST } from "../../contracts/audit-actions.ts";
import type { RetriedDelivery, SaveConflict, SavedVersion } from "../../contracts/editor-api.ts";
import { RestoreBody, SaveBody, SharedSaveBody } from "../../contracts/editor-bodies.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import { isoTime } from "../../core/runtime.ts";
import { sendJson } from "../../http/json-body.ts";
import { sendArchive } from "../../http/send-files.ts";
import { validateRequest } from "../../http/validation.ts";
import type { Editor } from "./editor.ts";
import { type AddTabRoute, CursorQuery, NumberPath } from "./tab-route.ts";

export function versionRoutes(route: AddTabRoute, editor: Editor): void {
  const { services, views, clientAddress } = editor;
  const { versions, rooms, archives, deliveries, resending, audit } = services;
  route("get /versions", {
    query: CursorQuery,
    run({ session, query }) {
      const page = versions.page(session.id, query.cursor);
      return { ...page, items: page.items.map((head) => views.version(head, session.currentVersion)) };
    },
  });
  route("post /versions", {
    body: z.unknown(),
    limit: DOCUMENT_BYTES,
    run({ req, res, session, author, body: value }) {
      const save = (): Promise<Saved> => {
        if (typeof value === "object" && value !== null && "epoch" in value) {
          const { body } = validateRequest({ body: { schema: SharedSaveBody, value } });
          const request = saveRequest(editor, req, { ...body, base_version: null }, author);
          return rooms.save(session.id, body.epoch, { ...request, clientId: body.client_id ?? null });
        }
        const { body } = validateRequest({ body: { schema: SaveBody, value } });
        const request = { ...saveRequest(editor, req, body, author), clientId: body.client_id ?? null };
        return versions.save(session.id, { ...request, vmsJson: body.vms_json });
      };
      return respondToSave(editor, res, session.id, Promise.try(save));
    },
  });
  route("get /versions/:number", {
    path: NumberPath,
    run: ({ session, path: { number } }) => ({ number, vms_json: versions.stateOf(session.id, number) }),
  });
  route("post /versions/:number/restore", {
    path: NumberPath,
    body: RestoreBody,
    run({ req, res, session, author, path, body }) {
      const saved = versions.restore(session.id, path.number, saveRequest(editor, req, body, author));
      return respondToSave(editor, res, session.id, saved);
    },
  });
  route("get /versions/:number/archive", {
    path: NumberPath,
    // The ZIP of contract 2.6, with masked callback credentials.
    async run({ res, session, path }) {
      const { id } = versions.headByNumber(session.id, path.number);
      await sendArchive(res, await archives.ofVersion(id, { secrets: "masked" }));
    },
  });
  route("post /versions/:number/retry", {
    path: NumberPath,
    status: 202,
    run({ req, session, path }): RetriedDelivery {
      const { id, number } = versions.headByNumber(session.id, path.number);
      const former = deliveries.ofVersion(id);
      if (former === null) throw new AppError("conflict", sentence("articles.no_delivery", { number: String(number) }));
      resending.retry(former.delivery_id, "journalist");
      audit.actingAs({ address: clientAddress(req), person: { id: JOURNALIST, name: null } }, () =>
        audit.record("delivery sent again", former.delivery_id, { from: "editor" }),
      );
      return { delivery: deliveries.ofVersion(id) ?? former };
    },
  });
}

function saveRequest(
  editor: Editor,
  req: Request,
  body: RestoreBody,
  author: string | null,
): Omit<SaveRequest, "vmsJson"> {
  return {
    saveId: body.save_id,
    baseVersion: body.base_version,
    userEmail: author ?? body.user_email ?? null,
    userIp: editor.clientAddress(req),
    clientId: null,
  };
}

export function savedView({ version, deliveryId }: Saved): SavedVersion {
  const { id, number, createdAt } = version;
  return { version_id: id, number, delivery_id: deliveryId, created_at: isoTime(createdAt) };
}

/** 201 with the version, or 409 with both sides. */
async function respondToSave(
  { services, views }: Editor,
  res: Response,
  sessionId: string,
  saved: Promise<Saved>,
): Promise<void> {
  try {
    const view = savedView(await saved);
    await services.rooms.follow(sessionId);
    sendJson(res, 201, view);
  } catch (error) {
    if (!(error instanceof SaveConflicts)) throw error;
    const { currentVersion } = services.sessions.byId(sessionId);
    sendJson(res, 409, {
      detail: error.message,
      ...(error.sentence && { code: error.sentence.code, facts: error.sentence.facts }),
      base_version: error.baseVersion,
      current_version: error.current.number,
      current: views.version(error.current, currentVersion),
    } satisfies SaveConflict);
  }
}
