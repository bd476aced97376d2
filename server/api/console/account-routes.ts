/** Accounts: those of all admins (`/admins`), the caller's own (`/account`), and invitations, which need no login. */
import type { Request } from "express";
import type { Invited } from "../../admin/accounts/accounts.ts";
import { LoggedIn } from "../../contracts/access-api.ts";
import {
  AccountInvitation,
  AccountPatch,
  AccountRow,
  Assignees,
  InvitationAnswer,
  InvitationToken,
  InvitationView,
  NewAccount,
  OwnAccount,
  PasswordChange,
  PasswordProof,
  type Person,
  RecoveryCodes,
  TotpCode,
  TotpSecret,
} from "../../contracts/accounts-api.ts";
import { pageOf } from "../../contracts/schema-parts.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import { isoTime } from "../../core/runtime.ts";
import type { Console } from "./console.ts";
import { visitorOf } from "./permissions.ts";
import type { AddRoute } from "./route.ts";

export function accountRoutes(route: AddRoute, { services, accountLogins, logins, hosts }: Console): void {
  const { accounts } = services;
  const viewOf = (req: Request, { admin, link: { token, expiresAt } }: Invited): AccountInvitation => ({
    admin,
    link: `${hosts.urlFor(req.get("Origin"))}/invitation#token=${token}`,
    expires_at: isoTime(expiresAt),
  });
  route("post /invitation/read", {
    role: "anyone",
    name: "readInvitation",
    does: "The person whom a link invites",
    body: InvitationToken,
    answer: InvitationView,
    run: ({ req, body }) => accountLogins.readInvitation(req, body.token),
  });
  route("post /invitation", {
    role: "anyone",
    name: "acceptInvitation",
    does: "Choose a password, and log in",
    body: InvitationAnswer,
    answer: LoggedIn,
    run: ({ req, res, body }) => accountLogins.acceptInvitation(req, res, body),
  });

  route("get /admins", {
    role: "admin",
    name: "listAdmins",
    does: "All accounts, by name",
    answer: pageOf(AccountRow),
    run: () => ({ items: accounts.list(), next_cursor: null }),
  });
  route("post /admins", {
    role: "admin",
    name: "inviteAdmin",
    does: "Create an account; its person chooses a password with the link",
    body: NewAccount,
    answer: AccountInvitation,
    status: 201,
    run: ({ req, body }) => viewOf(req, accounts.invite(body)),
  });
  route("patch /admins/:id", {
    role: "admin",
    name: "changeAdmin",
    does: "Change the name or the role",
    body: AccountPatch,
    answer: AccountRow,
    run: ({ params, body }) => accounts.patch(params.id, body),
  });
  route("delete /admins/:id", {
    role: "admin",
    name: "removeAdmin",
    does: "Remove an account; its logins end at once",
    answer: null,
    run: ({ params }) => accounts.remove(params.id),
  });
  route("post /admins/:id/reset", {
    role: "admin",
    name: "resetAdmin",
    does: "End password, second factor and logins, and make a new link",
    answer: AccountInvitation,
    run: ({ req, params }) => viewOf(req, accounts.reset(params.id)),
  });
  // An operator assigns problems, and does not read the accounts.
  route("get /assignees", {
    role: "viewer",
    name: "listAssignees",
    does: "The persons that problems can be assigned to",
    answer: Assignees,
    run: () => ({ items: accounts.list().map(({ id, name }) => ({ id, name })) }),
  });

  route("get /account", {
    role: "viewer",
    name: "readAccount",
    does: "One's own account",
    answer: OwnAccount,
    run: ({ req }) => accounts.own(personOf(req).id),
  });
  route("put /account/password", {
    role: "viewer",
    name: "changeOwnPassword",
    does: "Change one's own password, and end the other logins",
    body: PasswordChange,
    answer: OwnAccount,
    async run({ req, body }) {
      const { id, email } = personOf(req);
      await accountLogins.requirePassword(req, email, body.current);
      await accounts.changePassword(id, body.password, logins.of(req)?.id ?? null);
      return accounts.own(id);
    },
  });
  route("post /account/totp", {
    role: "viewer",
    name: "beginSecondFactor",
    does: "A new secret for one's second factor, in force after a code confirms it",
    body: PasswordProof,
    answer: TotpSecret,
    async run({ req, body }) {
      const { id, email } = personOf(req);
      await accountLogins.requirePassword(req, email, body.password);
      return accounts.beginSecondFactor(id);
    },
  });
  route("put /account/totp", {
    role: "viewer",
    name: "confirmSecondFactor",
    does: "Put the second factor in force; returns recovery codes",
    body: TotpCode,
    answer: RecoveryCodes,
    run: ({ req, body }) => ({ recovery_codes: accountLogins.confirmSecondFactor(personOf(req).id, body.code) }),
  });
  route("post /account/totp/off", {
    role: "viewer",
    name: "endSecondFactor",
    does: "Turn one's second factor off",
    body: PasswordProof,
    answer: OwnAccount,
    async run({ req, body }) {
      const { id, email } = personOf(req);
      await accountLogins.requirePassword(req, email, body.password);
      accounts.endSecondFactor(id);
      return accounts.own(id);
    },
  });
}

/** @throws AppError conflict for the owner, who has no account */
function personOf(req: Request): Person {
  const { person } = visitorOf(req);
  if (person === null) throw new AppError("conflict", sentence("logins.owner_has_none"));
  return person;
}
