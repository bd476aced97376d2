import { around } from "./around.ts";
import { blocks } from "./blocks.ts";
import { comments } from "./comments.ts";
import { core } from "./core.ts";
import { embed } from "./embeds.ts";
import { media } from "./media.ts";
import { outline } from "./outline.ts";
import { snippets } from "./snippets.ts";
import { writing } from "./writing.ts";

export const en = { ...core, media, embed, blocks, writing, around, comments, outline, snippets };

/** The texts that each language provides. */
export type Messages = typeof en;
