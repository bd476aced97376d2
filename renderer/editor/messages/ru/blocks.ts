/** Blocks that are no media. */
import type { blocks as english } from "../en/blocks.ts";

export const blocks: typeof english = {};
