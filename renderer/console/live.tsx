/** The console's one event stream, shared by every screen of the tab. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import type { ConsoleEvents } from "../../server/contracts/console-api.ts";
import { listen, type StreamState } from "../shared/event-source.ts";
import { api } from "./api.ts";

/** What a screen may listen for; `resumed`: the stream was lost for a while, so anything may have changed. */
export interface LiveEvents extends ConsoleEvents {
  resumed: true;
}

export type LiveHandlers = { [Kind in keyof LiveEvents]?: (data: LiveEvents[Kind]) => void };

interface Live {
  state: StreamState;
  subscribe: (handlers: () => LiveHandlers) => () => void;
}

const LiveContext = createContext<Live | null>(null);

export interface LiveProviderProps {
  /** `event_id` of an answer that came before anything that the screens fetch: they miss nothing since. */
  after: string;
  children: ReactNode;
}

export function LiveProvider({ after, children }: LiveProviderProps) {
  const [from] = useState(after);
  const [state, setState] = useState<StreamState>("connecting");
  const listeners = useRef(new Set<() => LiveHandlers>());

  useEffect(() => {
    function tell<Kind extends keyof LiveEvents>(kind: Kind) {
      return (data: LiveEvents[Kind]) => {
        for (const handlers of listeners.current) handlers()[kind]?.(data);
      };
    }
    return listen<ConsoleEvents>(api.eventsUrl(from), {
      events: {
        delivery: tell("delivery"),
        attempt: tell("attempt"),
        session: tell("session"),
        version: tell("version"),
        fonts: tell("fonts"),
      },
      onState: (next, resumed) => {
        setState(next);
        // A login that was ended elsewhere ends the stream, too; the answer says which it was.
        if (next === "lost") void api.askIfLoggedIn();
        if (resumed) tell("resumed")(true);
      },
    });
  }, [from]);

  const subscribe = useCallback((handlers: () => LiveHandlers) => {
    listeners.current.add(handlers);
    return () => void listeners.current.delete(handlers);
  }, []);
  const live = useMemo<Live>(() => ({ state, subscribe }), [state, subscribe]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

export function useLiveState(): StreamState {
  return useLive().state;
}

/** Calls the handlers of the newest render while the component is shown. */
export function useLiveEvents(handlers: LiveHandlers) {
  const { subscribe } = useLive();
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => subscribe(() => latest.current), [subscribe]);
}

function useLive(): Live {
  const live = useContext(LiveContext);
  if (live === null) throw new Error("LiveProvider is missing above this component.");
  return live;
}
