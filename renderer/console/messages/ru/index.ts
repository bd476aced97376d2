import type { Messages } from "../en/index.ts";
import { list } from "./list.ts";
import { login } from "./login.ts";
import { overview } from "./overview.ts";
import { keys, palette } from "./palette.ts";
import { parts } from "./parts.ts";
import { shared } from "./shared.ts";
import { shell } from "./shell.ts";
import { words } from "./words.ts";

const messages: Messages = {
  shell,
  palette,
  keys,
  parts,
  list,
  login,
  words,
  overview,
};

export const russian = { messages, shared };
