/** Accounts: those of all admins (`/admins`), the caller's own (`/account`), and invitations, which need no login. */
import type { Request, Router } from "express";
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
import { resource } from "../../http/fallbacks.ts";
import { sendJson } from "../../http/json-body.ts";
import type { Console } from "./console.ts";
import type { Descriptions } from "./describe.ts";
import { visitorOf } from "./permissions.ts";
import { bodyOf, defined, param } from "./requests.ts";

/** Register them before the login is required. */
export function invitationRoutes(router: Router, { accountLogins }: Console): void {
  resource(router, "/invitation/read", {
    post: async (req, res) => {
      const { token } = await bodyOf(req, InvitationToken);
      sendJson(res, 200, await accountLogins.readInvitation(req, token));
    },
  });
  resource(router, "/invitation", {
    post: async (req, res) =>
      sendJson(res, 200, await accountLogins.acceptInvitation(req, res, await bodyOf(req, InvitationAnswer))),
  });
}

export function accountRoutes(router: Router, { services, accountLogins, logins, hosts }: Console): void {
  const { accounts } = services;
  const viewOf = (req: Request, { admin, link: { token, expiresAt } }: Invited): AccountInvitation => ({
    admin,
    link: `${hosts.urlFor(req.get("Origin"))}/invitation#token=${token}`,
    expires_at: isoTime(expiresAt),
  });
  resource(router, "/admins", {
    get: (_req, res) => sendJson(res, 200, { items: accounts.list(), next_cursor: null }),
    post: async (req, res) => {
      const invited = accounts.invite(await bodyOf(req, NewAccount));
      sendJson(res, 201, viewOf(req, invited));
    },
  });
  resource(router, "/admins/:id", {
    patch: async (req, res) => {
      const changes = defined(await bodyOf(req, AccountPatch));
      sendJson(res, 200, accounts.patch(param(req, "id"), changes));
    },
    delete: (req, res) => {
      accounts.remove(param(req, "id"));
      res.status(204).end();
    },
  });
  resource(router, "/admins/:id/reset", {
    post: (req, res) => sendJson(res, 200, viewOf(req, accounts.reset(param(req, "id")))),
  });

  // An operator assigns problems, and does not read the accounts.
  resource(router, "/assignees", {
    get: (_req, res) =>
      sendJson(res, 200, { items: accounts.list().map(({ id, name }) => ({ id, name })) } satisfies Assignees),
  });

  resource(router, "/account", {
    get: (req, res) => sendJson(res, 200, accounts.own(personOf(req).id)),
  });
  resource(router, "/account/password", {
    put: async (req, res) => {
      const { id, email } = personOf(req);
      const { current, password } = await bodyOf(req, PasswordChange);
      await accountLogins.requirePassword(req, email, current);
      await accounts.changePassword(id, password, logins.of(req)?.id ?? null);
      sendJson(res, 200, accounts.own(id));
    },
  });
  resource(router, "/account/totp", {
    post: async (req, res) => {
      const { id, email } = personOf(req);
      const { password } = await bodyOf(req, PasswordProof);
      await accountLogins.requirePassword(req, email, password);
      sendJson(res, 200, accounts.beginSecondFactor(id));
    },
    put: async (req, res) => {
      const { id } = personOf(req);
      const { code } = await bodyOf(req, TotpCode);
      sendJson(res, 200, { recovery_codes: accountLogins.confirmSecondFactor(id, code) } satisfies RecoveryCodes);
    },
  });
  resource(router, "/account/totp/off", {
    post: async (req, res) => {
      const { id, email } = personOf(req);
      const { password } = await bodyOf(req, PasswordProof);
      await accountLogins.requirePassword(req, email, password);
      accounts.endSecondFactor(id);
      sendJson(res, 200, accounts.own(id));
    },
  });
}

/** @throws AppError conflict for the owner, who has no account */
function personOf(req: Request): Person {
  const { person } = visitorOf(req);
  if (person === null) throw new AppError("conflict", sentence("logins.owner_has_none"));
  return person;
}

export const accountDescriptions: Descriptions = {
  "post /invitation/read": {
    role: "anyone",
    name: "readInvitation",
    does: "The person whom a link invites",
    body: InvitationToken,
    answer: InvitationView,
  },
  "post /invitation": {
    role: "anyone",
    name: "acceptInvitation",
    does: "Choose a password, and log in",
    body: InvitationAnswer,
    answer: LoggedIn,
  },
  "get /admins": { role: "admin", name: "listAdmins", does: "All accounts, by name", answer: pageOf(AccountRow) },
  "post /admins": {
    role: "admin",
    name: "inviteAdmin",
    does: "Create an account; its person chooses a password with the link",
    body: NewAccount,
    answer: AccountInvitation,
    status: 201,
  },
  "patch /admins/:id": {
    role: "admin",
    name: "changeAdmin",
    does: "Change the name or the role",
    body: AccountPatch,
    answer: AccountRow,
  },
  "delete /admins/:id": {
    role: "admin",
    name: "removeAdmin",
    does: "Remove an account; its logins end at once",
    answer: null,
  },
  "post /admins/:id/reset": {
    role: "admin",
    name: "resetAdmin",
    does: "End password, second factor and logins, and make a new link",
    answer: AccountInvitation,
  },
  "get /assignees": {
    role: "viewer",
    name: "listAssignees",
    does: "The persons that problems can be assigned to",
    answer: Assignees,
  },
  "get /account": { role: "viewer", name: "readAccount", does: "One's own account", answer: OwnAccount },
  "put /account/password": {
    role: "viewer",
    name: "changeOwnPassword",
    does: "Change one's own password, and end the other logins",
    body: PasswordChange,
    answer: OwnAccount,
  },
  "post /account/totp": {
    role: "viewer",
    name: "beginSecondFactor",
    does: "A new secret for one's second factor, in force after a code confirms it",
    body: PasswordProof,
    answer: TotpSecret,
  },
  "put /account/totp": {
    role: "viewer",
    name: "confirmSecondFactor",
    does: "Put the second factor in force; returns recovery codes",
    body: TotpCode,
    answer: RecoveryCodes,
  },
  "post /account/totp/off": {
    role: "viewer",
    name: "endSecondFactor",
    does: "Turn one's second factor off",
    body: PasswordProof,
    answer: OwnAccount,
  },
};
