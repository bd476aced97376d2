import { russianWith } from "../../../shared/language-russian.ts";
import type { Messages } from "../en/index.ts";
import { access } from "./access.ts";
import { answers } from "./answers/index.ts";
import { backups } from "./backups.ts";
import { check } from "./check.ts";
import { deliveries } from "./deliveries.ts";
import { fonts } from "./fonts.ts";
import { list } from "./list.ts";
import { login } from "./login.ts";
import { logs } from "./logs.ts";
import { network } from "./network.ts";
import { notifications } from "./notifications.ts";
import { overview } from "./overview.ts";
import { keys, palette } from "./palette.ts";
import { parts } from "./parts.ts";
import { projects } from "./projects.ts";
import { sessions } from "./sessions.ts";
import { settings } from "./settings.ts";
import { shell } from "./shell.ts";
import { words } from "./words.ts";

const messages: Messages = {
  deliveries,
  shell,
  palette,
  keys,
  parts,
  list,
  login,
  access,
  notifications,
  logs,
  words,
  overview,
  projects,
  check,
  settings,
  network,
  backups,
  sessions,
  fonts,
};

export const russian = { messages, shared: russianWith(answers) };
