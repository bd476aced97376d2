/** A tab that writes in a room over HTTP with ProseMirror's state, like the editor. */

import { EditorState, type Transaction } from "@tiptap/pm/state";
import { collab, getVersion, receiveTransaction, sendableSteps } from "prosemirror-collab";
import { Step } from "prosemirror-transform";
import { articleSchema } from "../../server/article/schema.ts";
import type { RoomView, StepsView } from "../../server/contracts/collaboration-api.ts";
import type { StepsBody } from "../../server/contracts/editor-bodies.ts";
import type { editorOf } from "./site.ts";

type Send = ReturnType<typeof editorOf>;

export const writerKey = (name: string) => `${name}-0123456789abcdef`;

export async function heartbeat(send: Send, clientId: string, mode: "editing" | "reading" = "editing") {
  return send("PUT", `/presence/${clientId}`, { author: clientId, mode });
}

export async function joinRoom(send: Send, clientId: string, key = writerKey(clientId)): Promise<RoomView | null> {
  const response = await send("POST", "/room", { client_id: clientId, writer_key: key });
  if (response.status === 204) return null;
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as RoomView;
}

export type Writer = Awaited<ReturnType<typeof startWriter>>;

export async function startWriter(send: Send, clientId: string) {
  const key = writerKey(clientId);
  await heartbeat(send, clientId);
  const room = await joinRoom(send, clientId, key);
  if (room === null) throw new Error("The article has no room, because only one tab is open.");
  const doc = articleSchema.nodeFromJSON(room.vms_json.doc);
  const plugins = [collab({ version: room.n, clientID: room.writer })];
  const writer = {
    room,
    state: EditorState.create({ doc, plugins }),
    /** Number of own steps that Galley has stored. */
    counter: room.counter,
    change(make: (tr: Transaction) => Transaction): void {
      writer.state = writer.state.apply(make(writer.state.tr));
    },
    /** Types at the end of a block. */
    type(text: string, block = 0): void {
      for (const letter of text)
        writer.change((tr) => {
          let end = 0;
          tr.doc.forEach((node, offset, index) => {
            if (index === block) end = offset + node.nodeSize - 1;
          });
          return tr.insertText(letter, end);
        });
    },
    body: (): StepsBody => ({
      epoch: room.epoch,
      n: getVersion(writer.state),
      writer_key: key,
      counter: writer.counter,
      steps: (sendableSteps(writer.state)?.steps ?? []).map((step) => step.toJSON() as unknown),
    }),
    /** Sends all own steps and receives the others. */
    async sync(): Promise<void> {
      while (sendableSteps(writer.state) !== null) {
        const response = await send("POST", "/steps", writer.body());
        if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
        writer.apply((await response.json()) as StepsView);
      }
      const response = await send("GET", `/steps?epoch=${room.epoch}&after=${getVersion(writer.state)}`);
      writer.apply((await response.json()) as StepsView);
    },
    apply({ batches }: StepsView): void {
      for (const batch of batches) {
        if (batch.n <= getVersion(writer.state)) continue;
        const isOwn = batch.writer === room.writer;
        // Own steps are acknowledged without content; take them from the local state.
        const steps = isOwn
          ? (sendableSteps(writer.state)?.steps ?? []).slice(0, batch.n - batch.after)
          : (batch.steps ?? []).map((json) => Step.fromJSON(articleSchema, json));
        if (isOwn) writer.counter = batch.counter;
        const writers = steps.map(() => batch.writer);
        writer.state = writer.state.apply(receiveTransaction(writer.state, steps, writers));
      }
    },
    get text(): string {
      return writer.state.doc.children.map((block) => block.textContent).join("\n");
    },
  };
  return writer;
}
