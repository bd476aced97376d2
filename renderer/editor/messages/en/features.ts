import type { CompareLanguage } from "../../../../server/article/compare/block-text.ts";
import { ENGLISH } from "../../../shared/language.ts";

const counted = (one: string, more: string) => (count: number) => (count === 1 ? one : `${count} ${more}`);
const issues = counted("1 issue", "issues");

export const people = {
  label: "Also here",
  unnamed: "Unnamed",
  anotherTab: "Another tab of yours",
  person: (name: string, reading: boolean) => (reading ? `${name} (viewing)` : name),
  goTo: (name: string) => `${name}: go to cursor`,
  joined: (name: string) => `${name} joined.`,
  left: (name: string) => `${name} left.`,
  reading: "Viewing",
  youRead: "You are viewing.",
  edit: "Edit",
  read: "View only",
};

export const offer = {
  title: (time: string) => `Unsaved changes from ${time}`,
  lead: "“Your text” is the current article. Nothing is sent until you save.",
};

export const difference = {
  language: "en" as CompareLanguage,
  mine: "Your text",
  legendMine: "only in yours",
  legendTheirs: (theirs: string) => `only in ${theirs}`,
  take: "Use this block",
  takeOut: "Remove from yours",
  moveIt: "Move here",
  /** @param before text of the block before it in the journalist's article; "" for the beginning */
  moved: (theirs: string, before: string) =>
    `Moved: in yours it is ${before === "" ? "at the beginning" : `after “${before}”`}, in ${theirs} it is here.`,
};

export const deliveryTimeline = {
  sent: "Sent",
  downloaded: (size: string) => `${size} downloaded`,
  retry: "Resend",
  afterRefusal: "Change what the site asks for and save, or resend this version.",
  kept: (version: number) => `Version ${version} is stored in Galley.`,
};

export const checks = {
  count: (count: number) => `${issues(count)} to review`,
  title: "Review before saving",
  none: "No issues.",
  hint: "You can save anyway.",
  shrink: "Resize",
  found: {
    undescribed: counted("Picture without a description", "pictures without a description"),
    dead_link: counted("Invalid link", "invalid links"),
    no_address: counted("Button, card or embed without a URL", "buttons, cards or embeds without a URL"),
    untitled: counted("Embed without a title", "embeds without a title"),
    to_come: counted("Note (TK)", "notes (TK)"),
    empty_heading: counted("Empty heading", "empty headings"),
    skipped_level: counted("Skipped heading level", "skipped heading levels"),
    large_picture: counted("Very large picture", "very large pictures"),
    missing_picture: counted("Missing picture", "missing pictures"),
  },
  place: (number: number, count: number) => `${number} of ${count}`,
  previous: "Previous",
  keyHint: (key: string) => `${key}: next issue.`,
};

export const preview = {
  width: "Screen width",
  desktop: "Desktop",
  tablet: "Tablet",
  phone: "Phone",
  page: "Open in a new tab",
  empty: "Nothing to preview yet.",
  frame: "The article as the site receives it",
};

export const foreign = {
  kept: "The original is kept in History as version 0.",
  fromText: "Start from its text",
  excerpt: "Beginning of the text",
  noText: "It contains no text.",
};

export const comments = {
  open: (count: number) => (count === 0 ? "Comments" : `Comments (${count})`),
  title: "Comments",
  begin: "Comment",
  next: "Next comment",
  previous: "Previous comment",
  show: "Show",
  filters: { open: "Open", resolved: "Resolved", mine: "Mine" },
  none: {
    open: "No open comments. Select text or click a block, then choose Comment.",
    resolved: "No resolved comments.",
    mine: "No comments by you or waiting for you.",
  },
  failed: "Could not load the comments. Open the article again from your site.",
  lost: "Text deleted",
  onBlock: "On a block",
  goTo: (quote: string) => `Show in the article: ${quote}`,
  marker: (author: string, more: number) =>
    more === 0 ? `Comment by ${author}` : `Comments by ${author} and ${more === 1 ? "1 other" : `${more} others`}`,
  waitsForYou: "Waiting for you",
  waitsFor: (names: string) => `Waiting for ${names}`,
  waitsForReply: "Waiting for a reply",
  resolvedBy: (name: string) => `Resolved by ${name}`,
  resolve: "Resolve",
  reopen: "Reopen",
  reply: "Reply",
  replyTo: (author: string) => `Reply to ${author}`,
  text: "Your comment",
  mention: "Mention people with @name",
  name: "Your name",
  send: "Comment",
  edit: "Edit",
  edited: "edited",
  remove: "Delete",
  removeAsk: "Delete permanently?",
  unsent: "Offline. Your comment is kept on this computer and sent when Galley is reachable.",
  sending: "Sending…",
  notes: (count: number) => (count === 1 ? "1 TK in the text" : `${count} TK in the text`),
};

export const snippets = {
  title: "Snippets",
  all: "Snippets…",
  saveAs: "Save as snippet…",
  keyword: "snippet",
  keywords: "snippet piece reuse boilerplate",
  saveTitle: "Save as snippet",
  nothingSelected: "Select text or blocks first, or click a block that is not empty.",
  name: "Name",
  nameHint: "Any author of this site can insert it: type / and this name.",
  taken: (name: string) => `Replaces “${name}”. Articles that contain it do not change.`,
  replace: "Replace",
  saved: (name: string) => `Snippet “${name}” saved. Type / and its name to insert it.`,
  notLoaded: (why: string) => `Could not load the snippets. ${why}`,
  none: "No snippets yet. Select text or blocks, then choose “Save as snippet…”.",
  search: "Search snippets",
  notFound: "No matching snippets.",
  insert: "Insert",
  rename: "Rename",
  remove: "Delete",
  replaceBySelection: "Replace…",
  questions: {
    replace: (name: string) => `Replace “${name}” with the selection?`,
    remove: (name: string) => `Delete “${name}” for everyone? Articles that contain it keep it.`,
  },
  notInserted: (why: string) => `Could not insert the snippet. ${why}`,
  othersWrite: "This tab is view-only. Choose Edit, then insert it again.",
};

const kind = (type: string, level: number): string =>
  type === "comment" ? "Comment" : ENGLISH.compared.block(type, level);

export const outline = {
  title: "Outline",
  open: (key: string) => `Outline (${key})`,
  none: "Headings, pictures, tables, embeds and open comments appear here. Type ## and a space for a heading.",
  /** For screen readers, before the name. */
  before: (type: string, name: string) =>
    type === "heading" || name.startsWith(kind(type, 0)) ? "" : `${kind(type, 0)}: `,
  unnamed: (type: string, level: number) =>
    type === "heading" ? `${kind(type, level)} without text` : kind(type, level),
  words: (count: number) => (count === 1 ? "1 word" : `${count} words`),
  more: (count: number) => (count === 1 ? "1 more entry is not shown." : `${count} more entries are not shown.`),
  keys: {
    open: "Outline of the article",
    up: "Move section up (in the outline)",
    down: "Move section down (in the outline)",
  },
  moved: (name: string, place: number, all: number) => `Moved: ${name}. ${place} of ${all}.`,
  isFirst: (name: string) => `Already first: ${name}`,
  isLast: (name: string) => `Already last: ${name}`,
};
