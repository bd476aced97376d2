/** What the address of the tab says: `{public}/editor/{session_id}#t=<token>` (contract 2.3). */
export interface EditorAddress {
  sessionId: string;
  /** Traded for the cookie once; null after a reload. */
  token: string | null;
  /** Path of this session's API, without a trailing slash. It keeps the prefix that a proxy may put before /editor. */
  apiBase: string;
  /** Path of the appliance's public address, with its slash at the end. */
  root: string;
}

/** @returns null where the path names no session */
export function readAddress(location: { pathname: string; hash: string }): EditorAddress | null {
  const match = /^((.*\/)editor)\/([0-9a-f-]{36})\/?$/.exec(location.pathname);
  const [, prefix, root, sessionId] = match ?? [];
  if (prefix === undefined || root === undefined || sessionId === undefined) return null;
  const token = new URLSearchParams(location.hash.replace(/^#/, "")).get("t");
  return { sessionId, token: token === "" ? null : token, apiBase: `${prefix}/api/sessions/${sessionId}`, root };
}
