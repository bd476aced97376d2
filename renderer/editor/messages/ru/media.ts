/** Pictures, films, sounds, files: their blocks, their uploads. */
import type { media as english } from "../en/media.ts";

export const media: typeof english = {};
