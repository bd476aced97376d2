import { RUSSIAN } from "../../../shared/language-russian.ts";
import type { Messages } from "../en/index.ts";
import { around } from "./around.ts";
import { blocks } from "./blocks.ts";
import { comments } from "./comments.ts";
import { core } from "./core.ts";
import { embed } from "./embeds.ts";
import { media } from "./media.ts";
import { outline } from "./outline.ts";
import { snippets } from "./snippets.ts";
import { writing } from "./writing.ts";

const words: Messages = { ...core, media, embed, blocks, writing, around, comments, outline, snippets };

export const russian = { words, shared: RUSSIAN };
