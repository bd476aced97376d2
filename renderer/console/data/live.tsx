/** The event stream that keeps the query cache current. */
import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { ConsoleEvents } from "../../../server/contracts/console-api.ts";
import { listen, type StreamState } from "../../shared/event-source.ts";
import { api } from "./api.ts";
import { createLiveUpdates } from "./live-updates.ts";

interface Live {
  state: StreamState;
  resumed: number;
}

const LiveContext = createContext<Live>({ state: "connecting", resumed: 0 });

interface LiveProviderProps {
  /** `event_id` from before the first fetch, so that no event is missed. */
  after: string;
  children: ReactNode;
}

export function LiveProvider({ after, children }: LiveProviderProps) {
  const client = useQueryClient();
  const [from] = useState(after);
  const [live, setLive] = useState<Live>({ state: "connecting", resumed: 0 });

  useEffect(() => {
    const updates = createLiveUpdates(client);
    const stopListening = listen<ConsoleEvents>(api.eventsUrl(from), {
      events: updates.events,
      onState: (state, resumed) => {
        setLive((before) => ({ state, resumed: before.resumed + (resumed ? 1 : 0) }));
        // A login that was ended elsewhere also ends the stream.
        if (state === "lost") void api.checkLogin();
        if (resumed) updates.refreshAll();
      },
    });
    return () => {
      stopListening();
      updates.stop();
    };
  }, [client, from]);

  return <LiveContext value={live}>{children}</LiveContext>;
}

export function useLive(): Live {
  return useContext(LiveContext);
}
