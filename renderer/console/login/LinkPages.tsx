import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Me } from "../../../server/contracts/access-api.ts";
import { ApiError } from "../../shared/api-client.ts";
import { accounts, invitationQuery, MIN_PASSWORD } from "../data/accounts.ts";
import { Link } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { Fact, Facts } from "../parts/basics.tsx";
import { bound, Form, PasswordField } from "../parts/Form.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { LoginFrame } from "./LoginPage.tsx";

interface InvitationPageProps {
  /** The current login of the browser. */
  me: Me | undefined;
  token: string;
  onLogin: () => void;
}

/** The page of an invitation or reset link. Setting a password logs the person in. */
export function InvitationPage({ me, token, onLogin }: InvitationPageProps) {
  const t = messages.invitation;
  const invitation = useQuery({ ...invitationQuery(token), retry: false });
  const [password, setPassword] = useState("");
  const accept = useMutation({
    mutationFn: () => accounts.acceptInvitation({ token, password }),
    onSuccess: onLogin,
    gcTime: 0,
  });
  const { data, error } = invitation;
  return (
    <LoginFrame title={data === undefined ? t.unread : t.title}>
      {error !== null && (
        <>
          <ErrorNote error={error} {...(error instanceof ApiError ? {} : { retry: () => void invitation.refetch() })} />
          <p>
            <Link to="/">{t.toConsole}</Link>
          </p>
        </>
      )}
      {invitation.isPending && <p role="status">{t.reading}</p>}
      {data !== undefined && (
        <>
          <Facts>
            <Fact name={messages.common.name}>{data.name}</Fact>
            <Fact name={messages.common.email}>{data.email}</Fact>
          </Facts>
          {me !== undefined && <p className="notice">{t.other(me.person?.name ?? me.project?.name ?? t.owner)}</p>}
          <Form className="" onSubmit={() => accept.mutate()}>
            {/* Password managers store the password under this name. */}
            <input type="hidden" name="username" autoComplete="username" value={data.email} />
            <PasswordField
              label={messages.common.password}
              description={t.passwordHint(MIN_PASSWORD)}
              {...bound(password, setPassword)}
              autoComplete="new-password"
              maxLength={1_024}
              autoFocus
            />
            {accept.error && <ErrorNote error={accept.error} />}
            <Button
              type="submit"
              loading={accept.isPending || accept.isSuccess}
              disabled={password.length < MIN_PASSWORD}
            >
              {t.action}
            </Button>
          </Form>
        </>
      )}
    </LoginFrame>
  );
}

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
