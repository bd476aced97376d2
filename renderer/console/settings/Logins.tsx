import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { LoginRow } from "../../../server/contracts/console-api.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { keys, loginsQuery } from "../data/queries.ts";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";

/** Which browsers are logged in, and the end of each. */
export function Logins() {
  const client = useQueryClient();
  const logins = useQuery(loginsQuery);
  const end = useMutation({
    mutationFn: (login: LoginRow) => (login.current ? api.logout() : api.endLogin(login.id)),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.logins }),
  });
  return (
    <section className="block" aria-labelledby="logins">
      <h2 id="logins">Logins</h2>
      {logins.data === undefined && !logins.error && <SkeletonRows rows={2} height={40} />}
      {logins.data?.items.length === 0 && (
        <p className="cell-quiet">No browser is logged in; you are here with the console token.</p>
      )}
      <ul className="settings-logins">
        {logins.data?.items.map((login) => (
          <li key={login.id}>
            <div>
              <p>
                {login.kind === "window" ? "The desktop app's window" : browserName(login.user_agent)}
                {login.current && <strong> · this one</strong>}
              </p>
              <p className="cell-quiet">
                {login.address}, used <Time iso={login.last_used_at} as="relative" />, since{" "}
                <Time iso={login.created_at} />
              </p>
            </div>
            {!(login.current && login.kind === "window") && (
              <Button
                variant="default"
                size="xs"
                disabled={end.isPending}
                {...(login.current
                  ? {}
                  : { "aria-label": `End the login of ${browserName(login.user_agent)} since ${login.created_at}` })}
                onClick={() => end.mutate(login)}
              >
                {login.current ? "Log out" : "End"}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className="cell-quiet">
        A login that is not used for two weeks ends by itself. Deleting the file <code>console-token</code> and starting
        Galley again ends all of them.
      </p>
      {end.error && <ErrorNote error={end.error} />}
      {logins.error && <ErrorNote error={logins.error} retry={() => void logins.refetch()} />}
    </section>
  );
}

const BROWSERS: [RegExp, string][] = [
  [/\bElectron\//, "Galley's own window"],
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\//, "Firefox"],
  [/Chrom(?:e|ium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/\bWindows\b/, "Windows"],
  [/\b(?:iPhone|iPad)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** "Firefox on Linux", as far as a User-Agent tells. */
function browserName(userAgent: string): string {
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = find(BROWSERS) ?? "A program";
  const system = find(SYSTEMS);
  return system === undefined ? browser : `${browser} on ${system}`;
}
