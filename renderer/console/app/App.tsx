/** The console: a login in front, then the screen that the address names. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError } from "../../shared/api-client.ts";
import { CheckScreen } from "../check/CheckScreen.tsx";
import { WrongSignaturesScreen } from "../check/WrongSignaturesScreen.tsx";
import { LOGIN_ENDED } from "../data/api.ts";
import { LiveProvider } from "../data/live.tsx";
import { keys, meQuery } from "../data/queries.ts";
import { DeliveriesScreen } from "../deliveries/DeliveriesScreen.tsx";
import { FontsScreen } from "../fonts/FontsScreen.tsx";
import { HomeScreen } from "../home/HomeScreen.tsx";
import { Link, usePlace } from "../lib/router.tsx";
import { LoginPage } from "../login/LoginPage.tsx";
import { EmptyNote, ErrorNote } from "../parts/Notes.tsx";
import { ProjectsScreen } from "../projects/ProjectsScreen.tsx";
import { SessionsScreen } from "../sessions/SessionsScreen.tsx";
import { SettingsScreen } from "../settings/SettingsScreen.tsx";
import { Shell } from "./Shell.tsx";
import "./shell.css";

export interface AppProps {
  /** The address was a login link that lets nobody in any more. */
  linkWasUsed: boolean;
}

export function App({ linkWasUsed }: AppProps) {
  const client = useQueryClient();
  const { data: me, error, refetch } = useQuery(meQuery);
  const isLoggedOut = error instanceof ApiError && error.status === 401;

  useEffect(() => {
    const ended = () => void refetch({ cancelRefetch: false });
    window.addEventListener(LOGIN_ENDED, ended);
    return () => window.removeEventListener(LOGIN_ENDED, ended);
  }, [refetch]);

  // When the login ends, everything that was fetched with it is removed.
  useEffect(() => {
    if (isLoggedOut) client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.me[0] });
  }, [client, isLoggedOut]);

  if (isLoggedOut) return <LoginPage linkWasUsed={linkWasUsed && me === undefined} onLogin={() => void refetch()} />;
  if (me === undefined)
    return error === null ? (
      <p className="shell-opening" role="status">
        Opening the console…
      </p>
    ) : (
      <main className="shell-opening">
        <ErrorNote error={error} retry={() => void refetch()} />
      </main>
    );
  return (
    <LiveProvider after={me.event_id}>
      <Shell version={me.version} canLogOut={me.login !== null && me.login.kind !== "window"}>
        <Screen />
      </Shell>
    </LiveProvider>
  );
}

function Screen() {
  const { segments, query } = usePlace();
  const [page, id = null, part, partId = null] = segments;
  useEffect(() => {
    document.title = page === undefined ? "Galley console" : `${page.charAt(0).toUpperCase()}${page.slice(1)} · Galley`;
  }, [page]);
  switch (page) {
    case undefined:
      return <HomeScreen />;
    case "projects":
      if (id !== null && part === "fonts") return <FontsScreen key={id} projectId={id} />;
      if (id !== null && part === "check") return <CheckScreen key={id} projectId={id} />;
      if (id !== null && part === "signatures") return <WrongSignaturesScreen key={id} projectId={id} />;
      return <ProjectsScreen id={id} />;
    case "sessions":
      return <SessionsScreen id={id} versionId={part === "versions" ? partId : null} query={query} />;
    case "deliveries":
      return <DeliveriesScreen id={id} query={query} />;
    case "settings":
      return <SettingsScreen />;
    default:
      return (
        <EmptyNote title="There is no such page">
          <p>
            <Link to="/">Back to Today</Link>
          </p>
        </EmptyNote>
      );
  }
}
