import { RUSSIAN } from "../../../shared/language-russian.ts";
import type { Messages } from "../en/index.ts";
import { account, admins, invitation, login, roles, site, siteLinks } from "./accounts.ts";
import { backups } from "./backups.ts";
import { chart } from "./chart.ts";
import { common, keys, palette, shell } from "./common.ts";
import { deliveries } from "./deliveries.ts";
import { fonts } from "./fonts.ts";
import { overview } from "./overview.ts";
import { check, projects } from "./projects.ts";
import { replication } from "./replication.ts";
import { requests } from "./requests.ts";
import { sessions } from "./sessions.ts";
import { access, logs, network, notifications, settings } from "./settings.ts";
import { sites } from "./sites.ts";
import { words } from "./words.ts";

const messages: Messages = {
  common,
  shell,
  palette,
  keys,
  login,
  roles,
  invitation,
  account,
  admins,
  siteLinks,
  site,
  words,
  chart,
  overview,
  projects,
  check,
  sessions,
  deliveries,
  requests,
  sites,
  fonts,
  settings,
  network,
  access,
  notifications,
  logs,
  backups,
  replication,
};

export const russian = { messages, shared: RUSSIAN };
