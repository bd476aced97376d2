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
    summary: "Retrieve an invitation",
    body: InvitationToken,
    answer: InvitationView,
    run: ({ req, body }) => accountLogins.readInvitation(req, body.token),
  });
  route("post /invitation", {
    role: "anyone",
    name: "acceptInvitation",
    summary: "Accept an invitation: set the password and log in",
    body: InvitationAnswer,
    answer: LoggedIn,
    run: ({ req, res, body }) => accountLogins.acceptInvitation(req, res, body),
  });

  route("get /admins", {
    role: "admin",
    name: "listAdmins",
    summary: "List all accounts, sorted by name",
    answer: pageOf(AccountRow),
    run: () => ({ items: accounts.list(), next_cursor: null }),
  });
  route("post /admins", {
    role: "admin",
    name: "inviteAdmin",
    summary: "Create an account and an invitation link",
    body: NewAccount,
    answer: AccountInvitation,
    status: 201,
    run: ({ req, body }) => viewOf(req, accounts.invite(body)),
  });
  route("patch /admins/:id", {
    role: "admin",
    name: "changeAdmin",
    summary: "Update the name or role of an account",
    body: AccountPatch,
    answer: AccountRow,
    run: ({ params, body }) => accounts.patch(params.id, body),
  });
  route("delete /admins/:id", {
    role: "admin",
    name: "removeAdmin",
    summary: "Delete an account and end its logins",
    answer: null,
    run: ({ params }) => accounts.remove(params.id),
  });
  route("post /admins/:id/reset", {
    role: "admin",
    name: "resetAdmin",
    summary: "Reset an account: remove its password, second factor and logins, and create a new invitation link",
    answer: AccountInvitation,
    run: ({ req, params }) => viewOf(req, accounts.reset(params.id)),
  });
  // Operators assign problems, but cannot list the accounts.
  route("get /assignees", {
    role: "viewer",
    name: "listAssignees",
    summary: "List the accounts that problems can be assigned to",
    answer: Assignees,
    run: () => ({ items: accounts.list().map(({ id, name }) => ({ id, name })) }),
  });

  route("get /account", {
    role: "viewer",
    name: "readAccount",
    summary: "Retrieve the caller's account",
    answer: OwnAccount,
    run: ({ req }) => accounts.own(personOf(req).id),
  });
  route("put /account/password", {
    role: "viewer",
    name: "changeOwnPassword",
    summary: "Change the caller's password and end the account's other logins",
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
    summary: "Create a secret for the caller's second factor; a code must confirm it",
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
    summary: "Confirm the second factor with a code and return recovery codes",
    body: TotpCode,
    answer: RecoveryCodes,
    run: ({ req, body }) => ({ recovery_codes: accountLogins.confirmSecondFactor(personOf(req).id, body.code) }),
  });
  route("post /account/totp/off", {
    role: "viewer",
    name: "endSecondFactor",
    summary: "Turn off the caller's second factor",
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
