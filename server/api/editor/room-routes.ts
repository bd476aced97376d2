/** Collaborative editing: the room of an article, its steps, and carets. */
import { z } from "zod";
import { DOCUMENT_BYTES } from "../../article/document.ts";
import { MAX_STEPS } from "../../articles/collaboration/read-steps.ts";
import { MAX_AUTHOR } from "../../contracts/editor-api.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import type { Editor } from "./editor.ts";
import { type AddTabRoute, state, TabPath, tabId } from "./tab-route.ts";

const writerKey = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);
const epoch = z.string().max(64);
const count = z.int().min(0).max(1_000_000_000);

const JoinBody = z.object({ client_id: tabId, writer_key: writerKey });

export function roomRoutes(route: AddTabRoute, { services: { sessions, rooms, events } }: Editor): void {
  route("post /room", {
    body: JoinBody,
    async run({ res, session, body }) {
      const room = await rooms.join(session.id, body.client_id, body.writer_key);
      if (room !== null) return room;
      res.status(204).end();
    },
  });
  route("put /room", {
    body: JoinBody.extend({ vms_json: state, author: z.string().max(MAX_AUTHOR) }),
    limit: DOCUMENT_BYTES,
    run({ session, author, body: { vms_json, client_id, writer_key, author: typed } }) {
      sessions.touch(session);
      return rooms.replace(session.id, vms_json, author ?? typed).then(async () => {
        const room = await rooms.join(session.id, client_id, writer_key);
        if (room === null) throw new AppError("conflict", sentence("articles.room_replaced"));
        return room;
      });
    },
  });
  route("get /steps", {
    query: z.object({ epoch, after: z.coerce.number().int().min(0).max(1_000_000_000) }),
    run: ({ session, query }) => rooms.after(session.id, query.epoch, query.after),
  });
  route("post /steps", {
    body: z.object({
      epoch,
      n: count,
      writer_key: writerKey,
      counter: count,
      steps: z.array(z.unknown()).max(MAX_STEPS),
    }),
    limit: DOCUMENT_BYTES,
    run({ session, body: { writer_key, ...steps } }) {
      sessions.touch(session);
      return rooms.push(session.id, { ...steps, writerKey: writer_key });
    },
  });
  route("put /caret/:client_id", {
    path: TabPath,
    body: z.object({ epoch, n: count, selection: z.object({ anchor: count, head: count }).nullable() }),
    status: 204,
    // Never stored: the next move replaces it.
    run: ({ session, path, body }) => events.publish("caret", { session_id: session.id, ...path, ...body }),
  });
}
