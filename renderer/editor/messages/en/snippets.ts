import type { SnippetView } from "../../../../server/contracts/snippets-api.ts";

/** Pieces that the project keeps under a name. */
export const snippets = {
  title: "Snippets",
  all: "Snippets…",
  saveAs: "Save as snippet…",
  keywords: "snippet piece reuse boilerplate",
  close: "Close the snippets",
  cancel: "Cancel",
  again: "Try again",
  saveTitle: "Save as snippet",
  nothingSelected: "Select words or blocks first, or click into a block that has something in it.",
  noWords: "No words, only what is shown",
  name: "Name",
  nameHint: "Everybody who writes for this site finds it under / and this name.",
  taken: (name: string) => `“${name}” is there already. It is replaced; articles that have it stay as they are.`,
  save: "Save",
  replace: "Replace",
  saved: (name: string) => `Saved as the snippet “${name}”. Type / and its name to put it in.`,
  loading: "Fetching the snippets…",
  notLoaded: (why: string) => `The snippets could not be fetched. ${why}`,
  none: "No snippets yet. Select words or blocks, and choose “Save as snippet…” in the bar beside them or in the menu of a block’s handle.",
  search: "Search snippets",
  notFound: "No snippet has these words.",
  insert: "Insert",
  rename: "Rename",
  replaceBySelection: "Replace by the selection",
  remove: "Delete",
  questions: {
    replace: (name: string) => `Replace “${name}” by what is selected?`,
    remove: (name: string) => `Delete “${name}” for everybody? Articles that have it keep it.`,
  },
  doIt: { rename: "Rename", replace: "Replace", remove: "Delete" },
  about: ({ kind, pictures, changed_by }: SnippetView, size: string) =>
    [
      kind === "words" ? "words" : "blocks",
      ...(pictures === 0 ? [] : [pictures === 1 ? "1 picture" : `${pictures} pictures`]),
      size,
      ...(changed_by === "" ? [] : [`by ${changed_by}`]),
    ].join(" · "),
  notInserted: (why: string) => `The snippet was not put in. ${why}`,
  othersWrite: "Somebody else writes this article now.",
};
