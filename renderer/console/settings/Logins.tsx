import { Button } from "@mantine/core";
import type { LoginRow } from "../../../server/contracts/console-api.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../api.ts";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { useResource } from "../use-resource.ts";
import { useSave } from "../use-save.ts";
import { browserName } from "./browser-name.ts";

/** Which browsers are logged in, and the end of each. */
export function Logins() {
  const logins = useResource("logins", api.logins);
  const save = useSave();
  const end = (login: LoginRow) =>
    save.run(async () => {
      if (login.current) return api.logout();
      await api.endLogin(login.id);
      logins.reload();
    });
  return (
    <section className="block" aria-labelledby="logins">
      <h2 id="logins">Logins</h2>
      {logins.data === undefined && logins.error === undefined && <SkeletonRows rows={2} height={40} />}
      {logins.data?.items.length === 0 && (
        <p className="cell-quiet">No browser is logged in; you are here with the console token.</p>
      )}
      <ul className="logins">
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
                disabled={save.busy}
                {...(login.current
                  ? {}
                  : { "aria-label": `End the login of ${browserName(login.user_agent)} since ${login.created_at}` })}
                onClick={() => void end(login)}
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
      {save.error !== undefined && <ErrorNote error={save.error} />}
      {logins.error !== undefined && <ErrorNote error={logins.error} retry={logins.reload} />}
    </section>
  );
}
