/**
 * The one event hub. Domain rooms publish what happened after it was committed; whoever wants to know subscribes. A
 * subscriber can neither delay nor fail the publisher.
 */
import type { ConsoleEvents } from "./console/console-api.ts";
import type { Log } from "./runtime.ts";

/** kind → what happened. `session_id` is on every event that an editor tab cares for. */
export interface DomainEvents extends Omit<ConsoleEvents, "delivery"> {
  delivery: { id: string; session_id: string; project_id: string; state: ConsoleEvents["delivery"]["state"] };
  /** All that waited of these sessions was held, or all that was held was released. */
  deliveries: { sessions: ReadonlySet<string> };
  /** Somebody came to an article, went, or took over. */
  presence: { session_id: string };
}
export type DomainEvent = { [K in keyof DomainEvents]: { kind: K; data: DomainEvents[K] } }[keyof DomainEvents];

export interface EventHub {
  publish<K extends keyof DomainEvents>(kind: K, data: DomainEvents[K]): void;
  /** Returns the end of the subscription. */
  subscribe(listener: (event: DomainEvent) => void): () => void;
}

export function createEventHub(log: Log): EventHub {
  const listeners = new Set<(event: DomainEvent) => void>();
  return {
    publish(kind, data) {
      for (const listener of listeners) {
        try {
          listener({ kind, data } as DomainEvent);
        } catch (error) {
          log.error(`A subscriber to ${kind} events failed.`, error);
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
