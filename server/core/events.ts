/**
 * The one event hub. Domain rooms publish what happened after it was committed; whoever wants to know subscribes, and
 * is told in order once the publisher's turn of the event loop is over: a subscriber can neither delay nor fail it.
 */
import type { ConsoleEvents } from "../contracts/console-api.ts";
import type { Log } from "./runtime.ts";

/** kind → what happened. `session_id` is on every event that an editor tab cares for. */
export interface DomainEvents extends Omit<ConsoleEvents, "delivery" | "log"> {
  /** `downloaded`: its state is the same, but the site has downloaded its archive, or tried to. */
  delivery: {
    id: string;
    session_id: string;
    project_id: string;
    state: ConsoleEvents["delivery"]["state"];
    downloaded?: boolean;
  };
  /** All that waited of these sessions was held, or all that was held was released. */
  deliveries: { sessions: ReadonlySet<string> };
  /** The site opened an article again, and calls it otherwise now or sent a text that is not known here. */
  reopened: { session_id: string };
  /** Somebody came to an article, went, or took over the writing. */
  presence: { session_id: string };
}
export type DomainEvent = { [K in keyof DomainEvents]: { kind: K; data: DomainEvents[K] } }[keyof DomainEvents];

export type EventHub = ReturnType<typeof createEventHub>;

export function createEventHub(log: Log) {
  const listeners = new Set<(event: DomainEvent) => void>();
  let waiting: DomainEvent[] = [];
  const tell = () => {
    const events = waiting;
    waiting = [];
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
      waiting.push({ kind, data } as DomainEvent);
      // In a later turn of the event loop, so that the request that caused them is answered first.
      if (waiting.length === 1) setImmediate(tell);
    },
    /** Returns the end of the subscription. */
    subscribe(listener: (event: DomainEvent) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
