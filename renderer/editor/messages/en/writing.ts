/** The tools of writing: menus, find and replace, counts, languages. */
export const writing = {};
