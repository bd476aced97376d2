import { parseCookie, stringifySetCookie } from "cookie";
import type { Request, Response } from "express";

export interface LoginCookie {
  name: string;
  value: string;
  path: string;
  /** Seconds. */
  maxAge: number;
  secure: boolean;
}

/** HttpOnly and SameSite=Strict. */
export function setLoginCookie(res: Response, cookie: LoginCookie): void {
  res.append("Set-Cookie", stringifySetCookie({ ...cookie, httpOnly: true, sameSite: "strict" }));
}

/** Clears a cookie. Name, path and flags must be the same as when it was set. */
export function clearLoginCookie(res: Response, cookie: LoginCookie): void {
  setLoginCookie(res, { ...cookie, value: "", maxAge: 0 });
}

export function readCookie(req: Request, name: string): string | null {
  return parseCookie(req.headers.cookie ?? "")[name] ?? null;
}

/** The token of `Authorization: Bearer <token>`; null without one. */
export function bearerToken(req: Request): string | null {
  return /^Bearer ([\x21-\x7e]+)$/i.exec(req.get("Authorization") ?? "")?.[1] ?? null;
}
