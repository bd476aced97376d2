/**
 * The event hub. Domain modules publish after the commit; subscribers run in order in a later turn of the event loop,
 * so they can neither delay nor fail the publisher.
 */
import type { CaretEvent, StepsView } from "../contracts/collaboration-api.ts";
import type { ConsoleEvents } from "../contracts/console-api.ts";
import type { DeliveryCode, DeliveryWarning } from "../contracts/delivery-states.ts";
import type { Log } from "./runtime.ts";

/** `session_id` is on every event that an editor tab needs. */
export interface DomainEvents extends Omit<ConsoleEvents, "delivery" | "log"> {
  /** `downloaded`: the state is unchanged, but the site tried to download the archive. `attempt`: it just ended. */
  delivery: Pick<ConsoleEvents["delivery"], "id" | "session_id" | "project_id" | "state"> & {
    downloaded?: boolean;
    attempt?: { code: DeliveryCode | DeliveryWarning | null; durationMs: number };
  };
  /** Pending deliveries of these sessions were held or released. */
  deliveries: { sessions: ReadonlySet<string> };
  /** The site reopened an article with another title, or with a text that Galley does not have. */
  reopened: { session_id: string };
  /** An author joined or left an article. */
  presence: { session_id: string };
  /** A room was opened for an article, or its document was replaced or saved. */
  room: { session_id: string; replaced_by?: string };
  steps: StepsView & { session_id: string };
  caret: CaretEvent & { session_id: string };
}
export type DomainEvent = { [K in keyof DomainEvents]: { kind: K; data: DomainEvents[K] } }[keyof DomainEvents];

export type EventHub = ReturnType<typeof createEventHub>;

export function createEventHub(log: Log) {
  const listeners = new Set<(event: DomainEvent) => void>();
  let pending: DomainEvent[] = [];
  const dispatch = () => {
    const events = pending;
    pending = [];
    for (const event of events)
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          log.error(`A subscriber to ${event.kind} events failed.`, error);
        }
      }
  };
  return {
    publish<K extends keyof DomainEvents>(kind: K, data: DomainEvents[K]): void {
      pending.push({ kind, data } as DomainEvent);
      // In a later turn, so that the response to the request is sent first.
      if (pending.length === 1) setImmediate(dispatch);
    },
    subscribe(listener: (event: DomainEvent) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
