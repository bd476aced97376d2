/** The Russian of every sentence of the server, by code; see `server/contracts/sentences/index.ts`. */
import type { Room, RoomIn } from "../../../../server/contracts/sentences/index.ts";
import { admin } from "./admin.ts";
import { articles } from "./articles.ts";
import { backups } from "./backups.ts";
import { check } from "./check.ts";
import { deliveries } from "./deliveries.ts";
import { fonts, media } from "./files.ts";
import { projects } from "./projects.ts";
import { replica } from "./replica.ts";
import { api, logins, outbound, requests, storage } from "./service.ts";

export const RUSSIAN_SENTENCES: { readonly [R in Room]: RoomIn<R> } = {
  admin,
  api,
  articles,
  backups,
  check,
  deliveries,
  fonts,
  logins,
  media,
  outbound,
  projects,
  replica,
  requests,
  storage,
};
