/** What is around the article: people, history, the story of a save, checks, preview. */
import type { around as english } from "../en/around.ts";

export const around: typeof english = {};
