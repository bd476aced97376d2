/** The console: a login in front, then the screen that the address names. */
import { useEffect } from "react";
import { ApiError } from "../shared/api-client.ts";
import { api, LOGIN_ENDED } from "./api.ts";
import { CheckScreen } from "./check/CheckScreen.tsx";
import { WrongSignaturesScreen } from "./check/WrongSignaturesScreen.tsx";
import { DeliveriesScreen } from "./deliveries/DeliveriesScreen.tsx";
import { FontsScreen } from "./fonts/FontsScreen.tsx";
import { HomeScreen } from "./home/HomeScreen.tsx";
import { LiveProvider } from "./live.tsx";
import { LoginPage } from "./login/LoginPage.tsx";
import { EmptyNote, ErrorNote } from "./parts/Notes.tsx";
import { ProjectsScreen } from "./projects/ProjectsScreen.tsx";
import { Link, usePlace } from "./router.tsx";
import { SessionsScreen } from "./sessions/SessionsScreen.tsx";
import { SettingsScreen } from "./settings/SettingsScreen.tsx";
import { ApplianceProvider } from "./shell/appliance.tsx";
import { Shell } from "./shell/Shell.tsx";
import { useResource } from "./use-resource.ts";
import "./styles/shell.css";
import "./styles/list.css";
import "./styles/detail.css";
import "./styles/parts.css";
import "./styles/pages.css";

export interface AppProps {
  /** The address was a login link that lets nobody in any more. */
  linkWasUsed: boolean;
}

export function App({ linkWasUsed }: AppProps) {
  const { data: me, error, reload } = useResource("me", api.me);

  useEffect(() => {
    const ended = () => me !== undefined && reload();
    window.addEventListener(LOGIN_ENDED, ended);
    return () => window.removeEventListener(LOGIN_ENDED, ended);
  }, [me, reload]);

  if (error instanceof ApiError && error.status === 401)
    return <LoginPage linkWasUsed={linkWasUsed && me === undefined} onLogin={reload} />;
  if (me === undefined)
    return error === undefined ? (
      <p className="first-words" role="status">
        Opening the console…
      </p>
    ) : (
      <main className="first-words">
        <ErrorNote error={error} retry={reload} />
      </main>
    );
  return (
    <LiveProvider after={me.event_id}>
      <ApplianceProvider>
        <Shell version={me.version} canLogOut={me.login !== null && me.login.kind !== "window"}>
          <Screen />
        </Shell>
      </ApplianceProvider>
    </LiveProvider>
  );
}

function Screen() {
  const { segments, query } = usePlace();
  const [room, id = null, part, partId = null] = segments;
  useEffect(() => {
    document.title = room === undefined ? "Galley console" : `${room.charAt(0).toUpperCase()}${room.slice(1)} · Galley`;
  }, [room]);
  switch (room) {
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
