/** The project's published fonts under the editor's own API, where its cookie is sent. */
import type { Router } from "express";
import { resource } from "../http/fallbacks.ts";
import type { EditorLogins } from "./login.ts";
import { idOf } from "./requests.ts";
import { type FontParts, serveFontFile, serveFontsCss } from "./serve-fonts.ts";

/** @param at path of a session */
export function fontRoutes(router: Router, at: string, parts: FontParts & { logins: EditorLogins }): void {
  resource(router, `${at}/fonts/vms_fonts.css`, {
    get: (req, res) => serveFontsCss(res, parts.logins.enter(req, idOf(req)).session.projectId, parts),
  });
  resource(router, `${at}/fonts/:file`, {
    get: (req, res) => serveFontFile(req, res, parts.logins.enter(req, idOf(req)).session.projectId, parts),
  });
}
