import { DOCUMENT_BYTES } from "../../article/document.ts";
import { CaretBody, JoinBody, ReplaceBody, StepsBody, StepsQuery } from "../../contracts/editor-bodies.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import type { Editor } from "./editor.ts";
import { type AddTabRoute, TabPath } from "./tab-route.ts";

export function roomRoutes(route: AddTabRoute, { services: { rooms, events } }: Editor): void {
  route("post /room", {
    body: JoinBody,
    async run({ res, session, body }) {
      const room = await rooms.join(session.id, body.client_id, body.writer_key);
      if (room !== null) return room;
      res.status(204).end();
    },
  });
  route("put /room", {
    body: ReplaceBody,
    limit: DOCUMENT_BYTES,
    touches: true,
    run({ session, author, body: { vms_json, client_id, writer_key, author: typed } }) {
      return rooms.replace(session.id, vms_json, author ?? typed).then(async () => {
        const room = await rooms.join(session.id, client_id, writer_key);
        if (room === null) throw new AppError("conflict", sentence("articles.room_replaced"));
        return room;
      });
    },
  });
  route("get /steps", {
    query: StepsQuery,
    run: ({ session, query }) => rooms.after(session.id, query.epoch, query.after),
  });
  route("post /steps", {
    body: StepsBody,
    limit: DOCUMENT_BYTES,
    touches: true,
    run: ({ session, body }) => rooms.push(session.id, body),
  });
  route("put /caret/:client_id", {
    path: TabPath,
    body: CaretBody,
    status: 204,
    // Never stored: the next move replaces it.
    run: ({ session, path, body }) => events.publish("caret", { session_id: session.id, ...path, ...body }),
  });
}
