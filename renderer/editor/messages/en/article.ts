import type { EmbedRefusal } from "../../../../server/article/embeds/embed.ts";

const counted = (count: number, one: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString("en")} ${one}s`;

export const media = {
  choices: {
    picture: { label: "Picture", keywords: "image photo photograph drawing" },
    gallery: { label: "Gallery", keywords: "pictures images photos grid collage" },
    video: { label: "Video", keywords: "film movie clip" },
    audio: { label: "Audio", keywords: "sound podcast music recording" },
    file: { label: "File to download", keywords: "document pdf attachment" },
    "link-card": { label: "Link card", keywords: "preview page address url bookmark" },
  },

  credit: "Credit",
  creditPlaceholder: "Author or agency",
  linksTo: (href: string) => `links to ${href}`,
  caption: "Caption",
  settings: "Settings",
  widths: { text: "Text width", wide: "Wide", full: "Full width" },
  focus: {
    label: "Focus point",
    at: (x: number, y: number) => `${x} % from the left, ${y} % from the top`,
    choose: "Set",
    centre: "Centre",
    hint: "Click on the picture, or use the arrow keys; with Shift in larger steps",
  },
  size: {
    large: (width: number, height: number, size: string) =>
      `${width} × ${height} pixels, ${size}: more than a page needs.`,
    working: "Resizing…",
    done: "Resized. Undo restores the previous picture.",
    noGain: (file: string) => `${file} would not get smaller. It is unchanged.`,
    cancelled: "Cancelled. The picture is unchanged.",
    publishOriginal: "Publish the original",
    originalDone:
      "The original is published, without location and personal metadata. Undo restores the previous picture.",
    noPicture: (file: string) => `${file} is not a picture. The article is unchanged.`,
  },

  galleryOf: (count: number) => `Gallery: ${counted(count, "picture")}`,
  pictureOf: (number: number, count: number) => `Picture ${number} of ${count}`,
  moveLeft: "Move left",
  moveRight: "Move right",
  crop: {
    title: "Crop and rotate",
    frame: "Crop area",
    hint: "Arrow keys move the frame; with Shift, they resize it. The rest of the picture is kept, but not published.",
    shape: "Shape",
    free: "Free",
    original: "Original",
    turnLeft: "Rotate left",
    turnRight: "Rotate right",
    reset: "Reset",
    size: (width: number, height: number) => `${width} × ${height} pixels`,
    apply: "Apply",
    working: "Working…",
    unreadable: (file: string) => `This browser cannot read ${file}.`,
    moves: "Animations and SVG drawings cannot be cropped.",
    failed:
      "This browser could not draw the picture. The article is unchanged; try a smaller picture or another browser.",
  },
  inARow: "Pictures per row",
  addPictures: "Add pictures",
  ungroup: "Ungroup",
  removed: "Removed. Undo restores it.",

  place: {
    from: (host: string) => `Picture from ${host}`,
    unknown: "Missing picture",
    hint: "Drop the file here.",
    fetch: "Fetch",
    fetching: (host: string) => `Fetching from ${host}…`,
    choose: "Choose a file",
  },

  title: "Title",
  titlePlaceholder: "For screen readers",
  noPoster: "Poster: first frame",
  poster: (file: string) => `Poster: ${file}`,
  choosePoster: "Choose a poster",
  removePoster: "Remove poster",
  noPicture: (name: string) => `${name} is not a picture. Choose a JPEG, PNG or WebP.`,

  filePlaceholder: "Default: file name",
  fileNamed: (name: string) => `File to download: ${name}`,
  address: "URL",
  cardDescription: "Summary",
  noAddress: "Link card without a URL",
  cardNamed: (name: string) => `Link card: ${name}`,
};

export const embed = {
  label: "Embed",
  keywords:
    "youtube vimeo soundcloud spotify datawrapper flourish google maps openstreetmap telegram twitter x instagram facebook tiktok vk rutube dailymotion ted twitch bluesky mastodon reddit apple podcasts yandex video map chart post iframe player",
  named: (name: string) => (name === "" ? "Embed" : `Embed: ${name}`),
  noAddress: "No URL yet. Paste the URL of a video, a map, a chart or a post.",
  loads: {
    on_click: "Loads when a reader clicks",
    at_once: "Loads with the page",
  },
  shape: "Height",
  usualShape: (shape: string) => (shape === "" ? "Default" : `Default (${shape})`),
  refused: (reason: EmbedRefusal, host: string): string =>
    ({
      not_an_address: "This is not the URL of a page. Readers will not see it.",
      not_secure: `Readers get a link card: ${host} can be embedded with https:// only.`,
      short_link: `Readers get a link card: ${host} is a short link. Open it and copy the URL of the page.`,
      no_frame: `Readers get a link card: this page of ${host} cannot be embedded. Use the URL of one video, map, chart or post.`,
      named_sites: `Readers get a link card: ${host} plays only on the sites named in its embed code.`,
      unknown_host: `Readers get a link card: ${host} is not an allowed embed. Ask an admin of Galley to add it.`,
    })[reason],
};

export const blocks = {
  pullQuote: {
    label: "Pull quote",
    keywords: "pullquote highlight large aside",
    placeholder: "Quote",
    source: "Source",
    sourcePlaceholder: "Name",
  },
  callout: {
    label: "Callout",
    keywords: "note tip warning box aside info",
    tone: "Kind",
    tones: { note: "Note", tip: "Tip", warning: "Warning" },
  },
  button: {
    label: "Button",
    keywords: "link action call subscribe",
    placeholder: "Button label",
    noTarget: "No URL yet.",
    badTarget: (typed: string) => `“${typed}” is not a valid URL.`,
  },
  details: {
    label: "Collapsible text",
    keywords: "details summary spoiler toggle accordion faq foldable",
    summaryPlaceholder: "Summary",
    closed: "Collapsed",
    opened: "Expanded",
  },
  divider: {
    label: "Divider",
    keywords: "line rule separator hr horizontal",
  },
  code: {
    label: "Code",
    keywords: "source program listing pre monospace",
    language: "Language",
    languagePlaceholder: "such as json",
  },
  columns: {
    name: (count: number) => `${count} columns`,
    keywords: "column side by side layout grid",
    tools: "Columns",
    add: "Add column",
    remove: "Remove column",
  },
  table: {
    label: "Table",
    keywords: "rows columns cells grid spreadsheet",
    headerRow: "Header row",
    rowAbove: "Add row above",
    rowBelow: "Add row below",
    rowRemove: "Remove row",
    columnBefore: "Add column before",
    columnAfter: "Add column after",
    columnRemove: "Remove column",
    merge: "Merge cells",
    split: "Split cell",
    remove: "Remove table",
  },
  freeHtml: {
    label: "HTML",
    keywords: "html markup embed raw source code",
    source: "HTML source",
    look: "HTML preview",
    placeholder: "<p>…</p>",
    empty: "Empty. Type HTML below.",
    nothingLeft: "All of this HTML is removed. Readers see nothing.",
    sanitised: "Scripts, forms and frames are removed.",
    frame: "Frames are removed from HTML.",
    removed: (names: string) => `Removed: ${names}`,
    picture: (name: string) => (name === "" ? "Picture" : `Picture: ${name}`),
  },
  container: {
    unnamed: "Container",
    named: (name: string) => `Container of the site: ${name}`,
    gone: "The site no longer offers this container. It is kept unchanged.",
    changed: "The site has changed this container.",
    take: "Update",
    keywords: "container wrapper block site custom",
  },
  shortcuts: {
    leave: "New paragraph after block",
    fields: "Block settings (Escape to return)",
  },
};

export const writing = {
  label: "Writing tools",
  notLoaded: "Could not load this tool: Galley is not reachable. Your text is safe. Try again later.",

  /** `keywords`: more words that find the block. */
  blocks: {
    paragraph: { label: "Text", keywords: "paragraph plain words" },
    "heading-2": { label: "Heading", keywords: "title h2 section" },
    "heading-3": { label: "Subheading", keywords: "title h3" },
    "heading-4": { label: "Small heading", keywords: "title h4" },
    "bullet-list": { label: "Bulleted list", keywords: "unordered points ul" },
    "ordered-list": { label: "Numbered list", keywords: "ordered 123 ol" },
    quote: { label: "Quote", keywords: "blockquote citation said" },
  },

  insert: {
    button: "Insert a block",
    here: "Add a block here",
    label: "Blocks",
    search: "Search blocks",
    groups: { text: "Text", media: "Media", layout: "Layout", site: "This site", snippets: "Snippets" },
    nothing: "No blocks found.",
    found: (count: number) => counted(count, "block"),
  },

  format: {
    bar: "Selected text",
    more: "More formatting",
    strike: "Strikethrough",
    superscript: "Superscript",
    subscript: "Subscript",
    font: "Font",
    ownFont: "Default font",
    clear: "Clear formatting",
    turnInto: "Turn into",
  },

  handle: {
    label: "Block",
    up: "Move up",
    down: "Move down",
    duplicate: "Duplicate",
    remove: "Delete",
  },

  find: {
    label: "Find and replace",
    query: "Find",
    replacement: "Replace with",
    replace: "Replace",
    replaceAll: "Replace all",
    next: "Next match",
    previous: "Previous match",
    matchCase: "Match case",
    wholeWords: "Whole words",
    none: "Not found",
    position: (current: number, count: number, capped: boolean) =>
      `${current === 0 ? "–" : current} of ${count.toLocaleString("en")}${capped ? "+" : ""}`,
    replaced: (count: number) => (count === 1 ? "1 replaced" : `${count.toLocaleString("en")} replaced`),
  },

  foot: { withTools: "Tools, length and language", label: "Length and language" },

  counts: {
    line: (words: number, characters: number, minutes: number) =>
      `${counted(words, "word")} · ${counted(characters, "character")}${minutes === 0 ? "" : ` · ${minutes} min`}`,
    ofSelection: (selected: number, words: number, characters: number) =>
      `${selected.toLocaleString("en")} of ${counted(words, "word")} · ${counted(characters, "character")}`,
    article: "Article",
    selection: "Selection",
    words: "Words",
    characters: "Characters",
    letters: "Without spaces",
    reading: "Reading time",
    minutes: (minutes: number) => `${minutes} min`,
  },

  language: {
    label: "Language of the article",
    detected: (name: string) => `${name} (detected)`,
  },

  shortcuts: {
    title: "Keyboard shortcuts",
    words: "Text",
    article: "Article",
    plainPaste: "Paste as plain text",
    lineBreak: "Line break",
    blockMenu: "Block menu",
    indent: "Indent list item; next column or cell",
    outdent: "Outdent list item; previous column or cell",
  },

  /** After a paste. */
  offers: {
    label: "Paste options",
    formatted: "Pasted as formatted text",
    keepAsTyped: "Keep as plain text",
    linked: "Pasted as a link",
  },

  paste: {
    tooMuch: "The paste is too large or too deeply nested. Only its text was inserted.",
    lost: (count: number) =>
      `${counted(count, "picture")} could not be pasted. Drop ${count === 1 ? "the file" : "the files"} where the article shows “Missing picture”.`,
    /** @param from host if all pictures are on the same site */
    elsewhere: (count: number, from: string | null) =>
      `${count === 1 ? "1 picture is" : `${count} pictures are`} at ${from ?? "other sites"}.`,
    fetch: (count: number, from: string | null) => `Fetch ${counted(count, "picture")} from ${from ?? "there"}`,
    cut: "The pasted text exceeds the maximum article length. Its end was cut off.",
  },
};
