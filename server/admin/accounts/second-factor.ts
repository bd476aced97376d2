/**
 * The second factor of an account: a time-based code (TOTP, RFC 6238) from an authenticator app, or one of ten recovery
 * codes. The secret is stored encrypted, recovery codes as hashes. Each code works once.
 */
import { createHash } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { RECOVERY_CODES, type TotpSecret } from "../../contracts/accounts-api.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import type { Services } from "../../services.ts";
import type { Account, AccountStore } from "./account-store.ts";

const ISSUER = "Galley";
const SECRET_BYTES = 20;
const PERIOD_S = 30;
/** Accepted time steps before and after the current one, because clocks of phones are inaccurate. */
const WINDOW = 1;
/** 80 bits: four groups of four characters. */
const RECOVERY_BYTES = 10;

export function createSecondFactor(
  services: Pick<Services, "database" | "runtime" | "secretBox" | "audit"> & { store: AccountStore },
) {
  const { database, runtime, secretBox, audit, store } = services;
  const { clock, random, log } = runtime;
  const purposeOf = (id: string) => `second factor ${id}`;
  const totpOf = (secret: string, label: string) =>
    new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: PERIOD_S });
  const openSecret = (id: string, sealed: Buffer) => secretBox.open(sealed, purposeOf(id));
  const stepOf = (account: Account, sealed: Buffer, code: string): number | null => {
    const delta = totpOf(openSecret(account.id, sealed), account.email).validate({
      token: code,
      timestamp: clock.now(),
      window: WINDOW,
    });
    return delta === null ? null : Math.floor(clock.now() / 1000 / PERIOD_S) + delta;
  };
  const newRecoveryCode = (): string =>
    (base32Of(random.token(RECOVERY_BYTES)).match(/.{4}/g) ?? []).join("-").toLowerCase();

  // A new secret.key cannot decrypt the secrets: accounts log in with only the password until they set it up again.
  for (const { id, email, totp_secret, totp_pending } of store.all()) {
    if ([totp_secret, totp_pending].every((sealed) => sealed === null || opens(() => openSecret(id, sealed)))) continue;
    database.transaction(() => {
      store.setFactor(id, null);
      audit.record("second factor off", id, { key_changed: true });
    })();
    log.warn(
      `The second factor of ${email} was turned off, because the key of this data folder changed. The account can set it up again under Settings → Account.`,
    );
  }

  return {
    /** Creates a secret that `confirm` activates. */
    begin(account: Account): TotpSecret {
      const secret = base32Of(random.token(SECRET_BYTES));
      store.setPendingFactor(secretBox.seal(secret, purposeOf(account.id)), account.id);
      return { secret, uri: totpOf(secret, account.email).toString() };
    },
    /** Activates the secret. Returns new recovery codes. @throws AppError conflict without a secret; invalid */
    confirm(account: Account, code: string): string[] {
      const { id, totp_pending: sealed } = account;
      if (sealed === null) throw new AppError("conflict", sentence("logins.no_pending_factor"));
      const step = stepOf(account, sealed, bare(code));
      if (step === null) throw new AppError("invalid", sentence("logins.wrong_code"));
      const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
      database.transaction(() => {
        store.setFactor(id, { sealed, step, codes: codes.map((each) => hashOf(bare(each))) });
        audit.record("second factor on", id, {});
      })();
      return codes;
    },
    turnOff(account: Account): void {
      database.transaction(() => {
        store.setFactor(account.id, null);
        if (account.totp_secret !== null) audit.record("second factor off", account.id, {});
      })();
    },
    /** Whether the code is right. A right code is then used up. */
    accepts(account: Account, given: string): boolean {
      const { id, totp_secret: sealed } = account;
      const code = bare(given);
      if (sealed === null) return false;
      if (/^\d{6}$/.test(code)) {
        const step = stepOf(account, sealed, code);
        return step !== null && store.takeStep({ id, step }) > 0;
      }
      return database.transaction(() => {
        const isUsed = store.takeCode(id, hashOf(code)) > 0;
        if (isUsed) audit.record("recovery code used", id, { left: store.codesLeft(id) });
        return isUsed;
      })();
    },
  };
}

const bare = (code: string): string => code.replaceAll(/[\s-]/g, "").toLowerCase();

const hashOf = (code: string): Buffer => createHash("sha256").update(code).digest();

/** @param token base64url */
const base32Of = (token: string): string =>
  new Secret({ buffer: Uint8Array.from(Buffer.from(token, "base64url")).buffer }).base32;

function opens(open: () => string): boolean {
  try {
    open();
    return true;
  } catch {
    return false;
  }
}
