/**
 * Logins with an account: e-mail address and password, then the code of the second factor; or the link of an
 * invitation. The response is the same, and takes the same time, whether an account exists or not.
 */
import type { Request, Response } from "express";
import type { LoggedIn } from "../../contracts/access-api.ts";
import type { AccountLogin, InvitationAcceptance, InvitationView, Person } from "../../contracts/accounts-api.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import { createThrottle, type WrongLimit } from "../../http/clients.ts";
import type { Services } from "../../services.ts";
import type { ConsoleLogins } from "./login.ts";

const PASSWORD_LIMIT: WrongLimit = { most: 10, withinMs: 60_000, code: "requests.too_many_passwords" };
/** Few: a client that guesses codes has the password already. */
const CODE_LIMIT: WrongLimit = { most: 10, withinMs: 3_600_000, code: "requests.too_many_codes" };

export function createAccountLogins(
  { runtime, accounts, audit }: Pick<Services, "runtime" | "accounts" | "audit">,
  logins: ConsoleLogins,
) {
  const passwordTries = createThrottle(runtime.clock, PASSWORD_LIMIT);
  const codeTries = createThrottle(runtime.clock, CODE_LIMIT);
  /** Known browsers have a limit of their own, which strangers cannot use up. */
  const perAccount = (account: string, isKnown: boolean) => `${isKnown ? "known " : ""}account ${account}`;

  /** The account's id; null for a wrong password. @throws AppError too_many_requests, also for the right password */
  const checkPassword = async (req: Request, email: string, password: string): Promise<string | null> => {
    const guesser = logins.guesserOf(req);
    const keys = [guesser.key, perAccount(email.trim().normalize("NFKC").toLowerCase(), guesser.isKnown)];
    // Called again after the wait: earlier attempts may have failed meanwhile.
    const mayTry = () => {
      for (const key of keys) passwordTries.refuse(key);
    };
    mayTry();
    const id = await accounts.byPassword(email, password, guesser, mayTry);
    if (id === null) for (const key of keys) passwordTries.countWrong(key);
    return id;
  };
  const checkCode = (req: Request, { id }: Person, code: string): void => {
    const key = perAccount(id, logins.guesserOf(req).isKnown);
    codeTries.refuse(key);
    if (accounts.acceptsCode(id, code)) return;
    codeTries.countWrong(key);
    throw new AppError("unauthenticated", sentence("logins.wrong_code"));
  };
  /** Limits guesses, so that a stolen login cannot activate a secret that another browser created. */
  const confirmSecondFactor = (accountId: string, code: string): string[] => {
    const key = `new factor ${accountId}`;
    codeTries.refuse(key);
    try {
      return accounts.confirmSecondFactor(accountId, code);
    } catch (error) {
      if (error instanceof AppError && error.code === "invalid") codeTries.countWrong(key);
      throw error;
    }
  };
  /** The audit log names the person, whose request has no login yet. */
  const as = <T>(req: Request, person: Person, work: () => T): T =>
    audit.actingAs({ address: logins.addressOf(req), person }, work);
  const start = (req: Request, res: Response, accountId: string): LoggedIn => {
    accounts.noteLogin(accountId);
    return { key: logins.start(req, res, "password", { accountId }), needs_code: false };
  };
  /** Counts unknown links of a client. */
  const byLink = async <T>(req: Request, work: () => T | Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError && error.code === "unauthenticated") logins.countWrong(req);
      throw error;
    }
  };

  return {
    /** Returns the recovery codes. @throws AppError conflict, invalid, too_many_requests */
    confirmSecondFactor,
    /** @throws AppError unauthenticated, too_many_requests, unavailable */
    async logIn(req: Request, res: Response, { email, password, code }: AccountLogin): Promise<LoggedIn> {
      const id = await checkPassword(req, email, password);
      const person = id === null ? null : accounts.find(id)?.person;
      if (person == null) throw new AppError("unauthenticated", sentence("api.wrong_login"));
      if (accounts.hasSecondFactor(person.id)) {
        if (code === undefined) return { key: null, needs_code: true };
        as(req, person, () => checkCode(req, person, code));
      }
      return start(req, res, person.id);
    },
    async readInvitation(req: Request, token: string): Promise<InvitationView> {
      const { name, email } = await byLink(req, () => accounts.readInvitation(token));
      return { name, email };
    },
    async acceptInvitation(req: Request, res: Response, { token, password }: InvitationAcceptance): Promise<LoggedIn> {
      const id = await byLink(req, () => {
        const person = accounts.readInvitation(token);
        return as(req, person, () => accounts.acceptInvitation(token, password));
      });
      return start(req, res, id);
    },
    /** Confirms the password before the account changes. @throws AppError invalid, too_many_requests */
    async requirePassword(req: Request, email: string, password: string): Promise<void> {
      // No 401: the browser stays logged in.
      if ((await checkPassword(req, email, password)) === null)
        throw new AppError("invalid", sentence("logins.not_your_password"));
    },
  };
}
