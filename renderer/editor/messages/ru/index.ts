import type { Messages } from "../en/index.ts";
import { around } from "./around.ts";
import { blocks } from "./blocks.ts";
import { core } from "./core.ts";
import { media } from "./media.ts";
import { writing } from "./writing.ts";

export const ru: Messages = { ...core, media, blocks, writing, around };
