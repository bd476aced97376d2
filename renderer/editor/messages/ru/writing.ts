/** The tools of writing: menus, find and replace, counts, languages. */
import type { writing as english } from "../en/writing.ts";

export const writing: typeof english = {};
