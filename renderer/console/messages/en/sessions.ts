import type { ArchiveEntry, MissingFile, SessionStateFilter } from "../../../../server/contracts/sessions-api.ts";
import { COMPARE_ENGLISH } from "../../../shared/compare/words.ts";

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

const PATHS: Readonly<Record<string, string>> = {
  "vms_html.html": "the article as HTML, as the site gets it",
  "vms_json.json": "the article as the editor keeps it",
  "metadata_json.json": "the metadata, its credentials as dots",
};

/** Sessions and versions. `<time>` and `<project>` are set by the page. */
export const sessions = {
  title: "Sessions",
  session: "Session",
  search: "Name, id or author; state:refused",
  state: "State",
  anyState: "Every state",
  states: {
    unsaved: "Not saved yet",
    queued: "Waiting",
    retrying: "Retrying",
    sending: "On its way",
    delivered: "Taken",
    rejected: "Refused",
    failed: "Not usable",
    exhausted: "Given up",
    held: "Held",
  } satisfies Record<SessionStateFilter, string> as Record<SessionStateFilter, string>,
  nothingFound: "Nothing found",
  nothingFoundHint:
    "The search looks for words anywhere in an article's name, its material id and its author. These narrow it: <code>state:refused</code> <code>author:anna</code> <code>material:42</code> <code>host:example.org</code> <code>project:herald</code>.",
  showAll: "Show all sessions",
  none: "No article has been opened yet",
  noneHint: "A session begins when a site opens an article. Each article of a site has one.",
  howToOpen: "See how to open the first one",

  lastUsed: "last opened or saved <time></time>",
  openComments: (count: number) => (count === 1 ? "1 open comment" : `${count} open comments`),
  by: (author: string) => `by ${author}`,
  openInEditor: "Open in the editor",
  openInEditorHint:
    "In a tab of its own. Whoever has the address may write; that it was opened is kept in the audit log.",
  openItself: "It did not open? Open the editor from here.",
  parts: {
    label: "What to show of the session",
    versions: "Versions",
    files: "Files",
    deliveries: "Deliveries",
    metadata: "Metadata",
    facts: "Facts",
  },

  noVersions: "Nothing saved yet. The first version is made when the journalist presses Save.",
  version: (number: number) => `Version ${number}`,
  authorUnknown: "author unknown",
  foreign: "as another editor left it",
  files: (count: number) => counted(count, "file"),
  openDelivery: "Open the delivery",
  downloadArchive: "Download the archive",
  downloadArchiveOf: (number: number) => `Download the archive of version ${number}`,
  whatChanged: "What changed",
  whatChangedIn: (number: number) => `What changed in version ${number}`,
  older: "Older versions",
  drafts: (count: number) => `${counted(count, "unsaved draft")}, the newest from <time></time>.`,

  filesHere: (count: number) => `${counted(count, "file")} of this article ${count === 1 ? "is" : "are"} here.`,
  noFiles: "No picture or other file has been put into this article.",
  allHere: "Nothing that the article shows is missing.",
  missing: (count: number) =>
    `${counted(count, "file")} that the article shows ${count === 1 ? "is" : "are"} not here${count > 200 ? "; the first 200" : ""}:`,
  missingStates: {
    pending: "Being fetched from the site",
    failed: "Could not be fetched",
    gone: "The site names no address for it",
  } satisfies Record<MissingFile["state"], string> as Record<MissingFile["state"], string>,
  fetchAgain: "Try again",
  fetching: (count: number) =>
    count === 0 ? "There is nothing that could be fetched." : `Fetching ${counted(count, "file")} from the site.`,
  addressOf: (file: string) => `address of ${file} on the site`,

  noDeliveries: "Nothing has been sent yet. Each save is sent to the site at once.",
  allDeliveries: "All its deliveries in the log",
  attempts: (count: number) => counted(count, "attempt"),

  noMetadata: "The site sent none.",
  metadata: "metadata",
  metadataHint: "As the site sent it. Passwords, tokens and other secrets stand as dots, here and in every log.",
  callsBack: "Calls back",
  callbackUrl: "callback URL",
  materialId: "Material id",
  aMaterialId: "material id",
  sessionId: "Session id",
  aSessionId: "session id",
  fingerprint: "Fingerprint",
  aFingerprint: "fingerprint",
  firstOpened: "First opened",
  delete: {
    head: "Delete the session",
    hint: "Takes the article out of Galley. What the site has stored is not touched.",
    button: "Delete the session…",
    title: (name: string) => `Delete the session of ${name}?`,
    action: "Delete the session",
    text: (versions: number) =>
      `${counted(versions, "version")}, all drafts, pictures and the log of this article go for good. The addresses of its archives answer 404, and open editors can no longer save. When the site opens the article again, it begins anew from what the site sends.`,
  },

  versionId: "Version id",
  aVersionId: "version id",
  saved: "Saved <time></time>",
  came: "Came from the site <time></time>",
  byUnknown: "by an unknown author",
  from: (address: string) => `from ${address}`,
  foreignNote:
    "This is the article as another editor left it. Galley cannot show it, never sends it to the site, and keeps it for as long as the session exists.",
  sides: {
    label: "What to show of the version",
    preview: "Preview",
    difference: "What changed",
    source: "HTML",
    files: (count: number) => `Files (${count})`,
    metadata: "Metadata",
  },
  archive: "Archive",
  restore: {
    action: "Restore",
    title: (number: number) => `Restore version ${number}?`,
    confirm: "Restore the version",
    why: (number: number, next: number) =>
      `The article becomes what it was in version ${number}. It is saved as version ${next} and sent to the site; nothing is deleted.`,
  },
  screens: { label: "Width of the page", desktop: "Desktop", tablet: "Tablet", phone: "Phone" },
  previewOf: (number: number) => `Preview of version ${number}`,
  sourceOf: "HTML of the version",
  metadataOf: "metadata of the version",

  archiveHint: "What the site downloads as the archive of this version.",
  paths: PATHS,
  show: "Show",
  showFile: (file: string) => `Show ${file}`,
  hideFile: (file: string) => `Hide ${file}`,
  hide: "Hide",
  download: "Download",
  downloadFile: (file: string) => `Download ${file}`,
  noAddress: "The site has not given it an address yet.",
  cannotShow: "This kind of file cannot be shown here; download it.",
  size: ({ width, height }: Pick<ArchiveEntry, "width" | "height">) => `${width} × ${height}`,
  largeFile: "It is too long to be shown here; download it.",

  compareWith: "Compared with",
  compareVersion: (number: number, when: string) => `Version ${number}, ${when}`,
  nothingToCompare: "This is the only version that can be compared.",
  compared: COMPARE_ENGLISH,
  side: (number: number) => `Version ${number}`,
  onlyIn: (number: number) => `only in version ${number}`,
  /** @param before the words of the block before it in the older one, "" for the beginning */
  moved: (older: number, newer: number, before: string) =>
    `Moved: in version ${older} it stands ${before === "" ? "at the beginning" : `after “${before}”`}, in version ${newer} here.`,
  leftOut: (count: number) => `${counted(count, "more block")} at the end ${count === 1 ? "is" : "are"} not shown.`,
};
