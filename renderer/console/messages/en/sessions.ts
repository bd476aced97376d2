import type { MissingFile, SessionStateFilter } from "../../../../server/contracts/sessions-api.ts";
import { counted, words } from "./words.ts";

const { superseded: _, ...standings } = words.standings;

export const sessions = {
  search: "Name, ID or author; state:rejected",
  state: "State",
  anyState: "Any state",
  states: { unsaved: "Not saved", ...standings } satisfies Record<SessionStateFilter, string>,
  nothingFoundHint:
    "You can also search with <code>state:rejected</code> <code>author:anna</code> <code>material:42</code> <code>host:example.org</code> <code>project:herald</code>.",
  none: "No sessions yet",
  noneText: "A session begins when a site opens an article.",

  lastUsed: "last used <time></time>",
  openComments: (count: number) => counted(count, "open comment"),
  by: (author: string) => `by ${author}`,
  openInEditor: "Open in editor",
  openItself: "No new tab? Open the editor here.",
  parts: {
    label: "Session",
    versions: "Versions",
    files: "Files",
    deliveries: "Deliveries",
    metadata: "Metadata",
    facts: "Details",
  },

  noVersions: "No versions yet. The first save creates one.",
  version: (number: number | string) => `Version ${number}`,
  authorUnknown: "unknown author",
  foreign: "from another editor",
  openDelivery: "Open delivery",
  downloadArchive: "Download archive",
  drafts: (count: number) => `${counted(count, "unsaved draft")}, last changed <time></time>.`,

  filesStored: (count: number) => `${counted(count, "file")} stored.`,
  missing: (count: number) => `${counted(count, "missing file")}${count > 200 ? "; the first 200" : ""}:`,
  missingStates: {
    pending: "Being fetched from the site",
    failed: "Could not be fetched",
    gone: "No URL from the site",
  } satisfies Record<MissingFile["state"], string>,
  fetching: (count: number) =>
    count === 0 ? "Nothing to fetch." : `Fetching ${counted(count, "file")} from the site.`,
  urlOf: (file: string) => `URL of ${file} on the site`,

  noDeliveries: "No deliveries yet.",
  allDeliveries: "Show in the delivery log",

  metadataHint: "As the site sent it. Secrets are masked.",
  sessionId: "Session ID",
  fingerprint: "Fingerprint",
  firstOpened: "First opened",
  delete: {
    hint: "Removes the article from Galley. The site keeps its own copy.",
    action: "Delete session",
    text: (versions: number) =>
      `Deletes ${counted(versions, "version")}, all drafts, pictures and deliveries of this article. Archive URLs return 404, and open editors can no longer save.`,
  },

  saved: "Saved <time></time>",
  received: "Received <time></time>",
  foreignNote: "This version comes from another editor. Galley stores it, but cannot show or send it.",
  sides: (files: number) => ({
    preview: "Preview",
    difference: "Changes",
    source: "HTML",
    files: `Files (${files})`,
    metadata: "Metadata",
  }),
  restore: {
    action: "Restore",
    why: (number: number, next: number) => `Saves version ${number} again as version ${next} and sends it to the site.`,
  },
  pageWidth: "Screen width",
  screens: { desktop: "Desktop", tablet: "Tablet", phone: "Phone" },

  archiveHint: "The archive that the site downloads.",
  paths: {
    "vms_html.html": "article as HTML",
    "vms_json.json": "state of the editor",
    "metadata_json.json": "metadata, secrets masked",
  } as Readonly<Record<string, string>>,
  noUrl: "No URL from the site yet.",
  cannotShow: "This file cannot be shown here. Download it instead.",

  compareWith: "Compare with",
  compareVersion: (number: number, when: string) => `Version ${number}, ${when}`,
  nothingToCompare: "No other version to compare with.",
  onlyIn: (number: number) => `only in version ${number}`,
  /** @param before text of the block before it in the older version, "" for the beginning */
  moved: (older: number, newer: number, before: string) =>
    `Moved: in version ${older} ${before === "" ? "at the beginning" : `after “${before}”`}, in version ${newer} here.`,
  leftOut: (count: number) => `${counted(count, "more block")} not shown.`,
};
