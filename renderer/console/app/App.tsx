import { Box } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { QueryClientProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { ApiError } from "../../shared/api-client.ts";
import { GalleyProvider } from "../../shared/theme.tsx";
import { LOGIN_ENDED } from "../data/api.ts";
import { LiveProvider } from "../data/live.tsx";
import { keys, meQuery } from "../data/queries.ts";
import { createQueryClient } from "../data/query-client.ts";
import { navigate, useLeaving, usePlace } from "../lib/router.tsx";
import { InvitationPage, LoginPage, SiteLinkEnded, SiteLinkPage } from "../login/LoginPages.tsx";
import { messages, useLanguage } from "../messages/index.ts";
import { Confirm } from "../parts/Confirm.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { Shell, SiteShell } from "./Shell.tsx";
import "./shell.css";

interface AppProps {
  linkWasUsed: boolean;
}

function App({ linkWasUsed }: AppProps) {
  const client = useQueryClient();
  const { data: me, error, refetch } = useQuery(meQuery);
  const [place] = usePlace().segments;
  /** Whether this login has just set a password. */
  const [isNew, setNew] = useState(false);
  const isLoggedOut = error instanceof ApiError && error.status === 401;

  useWindowEvent(LOGIN_ENDED, () => void refetch({ cancelRefetch: false }));

  const clearData = useCallback(
    () => client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.me[0] }),
    [client],
  );
  useEffect(() => {
    if (isLoggedOut) clearData();
  }, [clearData, isLoggedOut]);

  /** Clears the data of the previous login. */
  const begin = (to?: string, hasNewPassword = false) => {
    clearData();
    setNew(hasNewPassword);
    if (to !== undefined) navigate(to, true);
    void client.resetQueries({ queryKey: keys.me, exact: true });
  };

  if (error === null && me === undefined)
    return (
      <Box component="p" p="xl" role="status">
        {messages.shell.opening}
      </Box>
    );
  const present = isLoggedOut ? undefined : me;
  const secrets = new URLSearchParams(window.location.hash.slice(1));
  const invitation = secrets.get("token");
  if (place === "invitation" && invitation !== null)
    return <InvitationPage me={present} secret={invitation} onLogin={() => begin("/", true)} />;
  const link = secrets.get("link");
  if (place === "site" && link !== null)
    return <SiteLinkPage me={present} secret={link} onLogin={() => begin("/deliveries")} />;
  if (isLoggedOut && (place === "site" || me?.project != null)) return <SiteLinkEnded />;
  if (isLoggedOut) return <LoginPage linkWasUsed={linkWasUsed && me === undefined} onLogin={() => begin()} />;
  if (me === undefined)
    return (
      <Box component="main" p="xl">
        <ErrorNote error={error} retry={() => void refetch()} />
      </Box>
    );
  return (
    <LiveProvider after={me.event_id}>
      {me.project === null ? <Shell me={me} isNew={isNew} /> : <SiteShell project={me.project} />}
      <LeaveDialog />
    </LiveProvider>
  );
}

function LeaveDialog() {
  const { isAsked, leave, stay } = useLeaving();
  const t = messages.shell.leave;
  return (
    <Confirm opened={isAsked} onClose={stay} action={t.leave} onConfirm={async () => leave()}>
      <p>{t.why}</p>
    </Confirm>
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
