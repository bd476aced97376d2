/** The rules of the session's `metadata` object (spec 2.5, 3.3, 5.3). */

export type Metadata = Record<string, unknown>;

/** Set by the service alone; what comes in under these names is discarded. */
const SERVICE_KEYS = ["version_id", "version_cdate"] as const;
/** Taken from the incoming object only as a non-empty string. */
const EDITOR_KEYS = ["user_email", "user_ip"] as const;
/** Never shown on a screen or written to a log. */
export const SECRET_KEYS = ["webhook_auth_user", "webhook_auth_password", "timeLimitedAuthToken"] as const;

export const MASK = "•••";

export function isFilled(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** Metadata of a first open: a client has no say in the version that the service has not made yet. */
export function firstMetadata(incoming: Metadata | null): Metadata {
  return without(incoming ?? {}, SERVICE_KEYS);
}

/** Metadata of a repeated open. `null` leaves the stored object as it is (design 4); else spec 3.3. */
export function mergeMetadata(stored: Metadata, incoming: Metadata | null): Metadata {
  if (incoming === null) return stored;
  const merged = without(incoming, SERVICE_KEYS);
  for (const key of SERVICE_KEYS) if (key in stored) merged[key] = stored[key];
  for (const key of EDITOR_KEYS) {
    if (isFilled(incoming[key])) continue;
    delete merged[key];
    if (key in stored) merged[key] = stored[key];
  }
  return merged;
}

/** The Authorization header that callbacks carry (spec 5.3), null where the metadata asks for none. */
export function callbackAuthorization(metadata: Metadata): string | null {
  const { webhook_auth_user: user, webhook_auth_password: password } = metadata;
  if (!isFilled(user)) return null;
  if (isFilled(password)) return `Basic ${Buffer.from(`${user}:${password}`, "utf8").toString("base64")}`;
  return user.startsWith("Bearer ") ? user : `Bearer ${user}`;
}

/** For screens and logs. */
export function maskMetadata(metadata: Metadata): Metadata {
  const masked = { ...metadata };
  for (const key of SECRET_KEYS) if (isFilled(masked[key])) masked[key] = MASK;
  return masked;
}

/** The metadata's secrets as they may stand in a text that is about to be written to a log. */
export function secretValues(metadata: Metadata): string[] {
  return SECRET_KEYS.map((key) => metadata[key]).filter(isFilled);
}

function without(metadata: Metadata, keys: readonly string[]): Metadata {
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => !keys.includes(key)));
}
