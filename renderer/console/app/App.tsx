import { QueryClientProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import type { Me } from "../../../server/contracts/access-api.ts";
import { ApiError } from "../../shared/api-client.ts";
import { GalleyProvider } from "../../shared/theme.tsx";
import { LOGIN_ENDED } from "../data/api.ts";
import { LiveProvider } from "../data/live.tsx";
import { keys, meQuery } from "../data/queries.ts";
import { createQueryClient } from "../data/query-client.ts";
import { navigate, usePlace } from "../lib/router.tsx";
import { InvitationPage } from "../login/InvitationPage.tsx";
import { LoginPage } from "../login/LoginPage.tsx";
import { SiteLinkEnded, SiteLinkPage } from "../login/SiteLinkPage.tsx";
import { messages, useLanguage } from "../messages/index.ts";
import { ErrorNote } from "../parts/Notes.tsx";
import { LeaveDialog } from "./dialogs.tsx";
import { Screen } from "./Screen.tsx";
import { offerSecondFactor } from "./SecondFactorOffer.tsx";
import { Shell } from "./Shell.tsx";
import { SiteShell } from "./SiteShell.tsx";
import "./shell.css";

interface AppProps {
  linkWasUsed: boolean;
}

function App({ linkWasUsed }: AppProps) {
  const client = useQueryClient();
  const { data: me, error, refetch } = useQuery(meQuery);
  const [place] = usePlace().segments;
  const isLoggedOut = error instanceof ApiError && error.status === 401;

  useEffect(() => {
    const ended = () => void refetch({ cancelRefetch: false });
    window.addEventListener(LOGIN_ENDED, ended);
    return () => window.removeEventListener(LOGIN_ENDED, ended);
  }, [refetch]);

  const clearData = useCallback(
    () => client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.me[0] }),
    [client],
  );
  useEffect(() => {
    if (!isLoggedOut) return;
    clearData();
    offerSecondFactor(false);
  }, [clearData, isLoggedOut]);

  /** Clears the data of the previous login. */
  const begin = (to?: string) => {
    clearData();
    if (to !== undefined) navigate(to, true);
    void client.resetQueries({ queryKey: keys.me, exact: true });
  };

  if (error === null && me === undefined)
    return (
      <p className="shell-opening" role="status">
        {messages.shell.opening}
      </p>
    );
  const present = isLoggedOut ? undefined : me;
  const secrets = new URLSearchParams(window.location.hash.slice(1));
  const invitation = secrets.get("token");
  if (place === "invitation" && invitation !== null)
    return (
      <InvitationPage
        me={present}
        token={invitation}
        onLogin={() => {
          offerSecondFactor(true);
          begin("/");
        }}
      />
    );
  const link = secrets.get("link");
  if (place === "site" && link !== null)
    return <SiteLinkPage me={present} link={link} onLogin={() => begin("/deliveries")} />;
  if (isLoggedOut && (place === "site" || me?.project != null)) return <SiteLinkEnded />;
  if (isLoggedOut) return <LoginPage linkWasUsed={linkWasUsed && me === undefined} onLogin={() => begin()} />;
  if (me === undefined)
    return (
      <main className="shell-opening">
        <ErrorNote error={error} retry={() => void refetch()} />
      </main>
    );
  return (
    <LiveProvider after={me.event_id}>
      <Console me={me} />
      <LeaveDialog />
    </LiveProvider>
  );
}

function Console({ me }: { me: Me }) {
  if (me.project !== null) return <SiteShell project={me.project} />;
  return (
    <Shell me={me}>
      <Screen />
    </Shell>
  );
}

/** Remounts the console when the language changes; fetched data stays. */
export function Root(props: AppProps) {
  const [client] = useState(createQueryClient);
  return (
    <GalleyProvider>
      <QueryClientProvider client={client}>
        <App key={useLanguage()} {...props} />
      </QueryClientProvider>
    </GalleyProvider>
  );
}
