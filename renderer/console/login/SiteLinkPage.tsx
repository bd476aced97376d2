import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Me } from "../../../server/contracts/access-api.ts";
import { accounts } from "../data/accounts.ts";
import { Link } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { ErrorNote } from "../parts/Notes.tsx";
import { LoginFrame } from "./LoginFrame.tsx";

interface SiteLinkPageProps {
  /** The current login of the browser. */
  me: Me | undefined;
  link: string;
  onLogin: () => void;
}

/** Exchanges a site link for a login. Asks before it ends the login of a person. */
export function SiteLinkPage({ me, link, onLogin }: SiteLinkPageProps) {
  const t = messages.site;
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => accounts.logIn({ site_link: link }),
    onSuccess: onLogin,
    gcTime: 0,
  });
  const needsConfirmation = me !== undefined && me.project === null;
  useEffect(() => {
    if (!needsConfirmation) mutate();
  }, [needsConfirmation, mutate]);
  return (
    <LoginFrame title={t.title}>
      {error !== null && <ErrorNote error={error} />}
      {needsConfirmation ? (
        <>
          <p>{t.other(me.person?.name ?? messages.invitation.owner)}</p>
          <p className="line">
            <Button loading={isPending} onClick={() => mutate()}>
              {t.open}
            </Button>
            <Link to="/">{t.stay}</Link>
          </p>
        </>
      ) : (
        error === null && <p role="status">{t.opening}</p>
      )}
    </LoginFrame>
  );
}

export function SiteLinkEnded() {
  const t = messages.site;
  return (
    <LoginFrame title={t.title}>
      <p>{t.ended}</p>
    </LoginFrame>
  );
}
