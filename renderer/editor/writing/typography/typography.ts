/** Replaces typed quotes, dashes and spaces according to the article's language. Undo restores the typed text. */
import { Extension } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { type EditorState, Plugin, PluginKey } from "@tiptap/pm/state";

/** The last substitution: the text from `from` to `to` replaced `typed`. */
interface Replaced {
  from: number;
  to: number;
  typed: string;
}

const key = new PluginKey<Replaced | null>("typography");

export const TypographyAsTyped = Extension.create({
  name: "typography",

  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin<Replaced | null>({
        key,
        state: {
          init: () => null,
          apply(tr, last) {
            const next: Replaced | null | undefined = tr.getMeta(key);
            if (next !== undefined) return next;
            return tr.docChanged || tr.selectionSet ? null : last;
          },
        },
        props: {
          handleTextInput(view, from, to, text) {
            if (text.length !== 1 || view.composing || isCode(view.state)) return false;
            const $from = view.state.doc.resolve(from);
            const before = $from.parent.textBetween(0, $from.parentOffset, undefined, "\ufffc");
            const found = substitute(before, text, editor.storage.articleLanguage.language.get());
            if (found === null) return false;
            const start = from - found.remove;
            const typed = before.slice(before.length - found.remove) + text;
            // Two steps, so that undo first restores the typed text.
            view.dispatch(view.state.tr.insertText(text, from, to));
            const end = from + text.length;
            view.dispatch(
              closeHistory(view.state.tr)
                .insertText(found.insert, start, end)
                .setMeta(key, { from: start, to: start + found.insert.length, typed } satisfies Replaced)
                .scrollIntoView(),
            );
            return true;
          },
          handleKeyDown(view, event) {
            const last = key.getState(view.state);
            const { empty, from } = view.state.selection;
            if (event.key !== "Backspace" || !last || !empty || from !== last.to) return false;
            if (event.ctrlKey || event.metaKey || event.altKey) return false;
            view.dispatch(view.state.tr.insertText(last.typed, last.from, last.to).setMeta(key, null));
            return true;
          },
        },
      }),
    ];
  },
});

function isCode({ selection, storedMarks }: EditorState): boolean {
  const { $from } = selection;
  return $from.parent.type.spec.code === true || (storedMarks ?? $from.marks()).some((mark) => mark.type.spec.code);
}

interface Substitution {
  /** Number of characters to remove before the cursor, without the typed one. */
  remove: number;
  /** Replaces the removed characters and the typed one. */
  insert: string;
}

/** @param before text before the cursor, with `\ufffc` for other leaves @returns null to keep the typed character */
export function substitute(before: string, typed: string, language: string): Substitution | null {
  const typography = typographyOf(language);
  switch (typed) {
    case '"':
      return doubleQuote(before, typography);
    case "'":
      return singleQuote(before, typography);
    case "-":
      // At the start of a line, three hyphens become a divider.
      if (/\S\s*–$/.test(before)) return { remove: 1, insert: "—" };
      return /[^\s-]\s*-$/.test(before) ? { remove: 1, insert: /\d-$/.test(before) ? "–" : typography.dash } : null;
    case " ":
      return spaceAfterHyphen(before, typography);
    case ".":
      return /(?:^|[^.])\.\.$/.test(before) ? { remove: 2, insert: "…" } : null;
    case "!":
    case "?":
    case ";":
    case ":":
      // French has a space before these characters.
      return typography.padding !== "" && /[^\s] $/.test(before)
        ? { remove: 1, insert: `${typed === ":" ? "\u00a0" : typography.padding}${typed}` }
        : null;
    default:
      return null;
  }
}

/** Whether a quote opens here: at the start, after a space or after an opening character. */
function opens(before: string, { outer, inner }: Typography): boolean {
  const last = before.at(-1) ?? " ";
  return /[\s([{<\ufffc/–—-]/u.test(last) || [outer, inner].some(([open, close]) => last === open && open !== close);
}

function doubleQuote(before: string, typography: Typography): Substitution | null {
  const { outer, inner, padding } = typography;
  const open = openQuotes(before, typography);
  if (opens(before, typography)) {
    const [quote] = open.length % 2 === 0 ? outer : inner;
    return { remove: 0, insert: quote + (open.length % 2 === 0 ? padding : "") };
  }
  // Such as inches.
  if (open.length === 0 && /\d$/.test(before)) return null;
  const isInner = open.at(-1) === "inner";
  return { remove: 0, insert: isInner ? inner[1] : padding + outer[1] };
}

function singleQuote(before: string, typography: Typography): Substitution | null {
  const [open, close] = typography.inner;
  const isSingle = "‘‚’".includes(open);
  if (opens(before, typography)) return isSingle ? { remove: 0, insert: open } : null;
  if (isSingle && open !== close && openQuotes(before, typography).at(-1) === "inner")
    return { remove: 0, insert: close };
  return { remove: 0, insert: "’" };
}

/** Puts a dash into "word - word" and at the start of direct speech ("-- "). */
function spaceAfterHyphen(before: string, { spacedDash }: Typography): Substitution | null {
  if (before === "--") return { remove: 2, insert: "— " };
  return /[^\s] -$/.test(before) ? { remove: 1, insert: `${spacedDash} ` } : null;
}

/** The quotes that are open at the end of a text, outermost first. */
function openQuotes(text: string, typography: Typography): ("outer" | "inner")[] {
  const { outer, inner } = typography;
  const open: ("outer" | "inner")[] = [];
  for (let index = 0; index < text.length; index++) {
    const sign = text.charAt(index);
    const level = outer.includes(sign) ? "outer" : inner.includes(sign) ? "inner" : null;
    if (level === null) continue;
    const [begin, end] = level === "outer" ? outer : inner;
    const begins =
      begin === end
        ? open.at(-1) !== level && opens(text.slice(Math.max(0, index - 1), index), typography)
        : sign === begin;
    if (begins) open.push(level);
    // Otherwise it is an apostrophe.
    else if (open.at(-1) === level) open.pop();
  }
  return open;
}

type Dash = "–" | "—";

interface Typography {
  outer: readonly [string, string];
  inner: readonly [string, string];
  dash: Dash;
  spacedDash: Dash;
  /** Space between quotes and text, such as a narrow space in French. */
  padding: string;
}

const set = (outer: string, inner: string, dash: Dash, spacedDash = dash, padding = ""): Typography => ({
  outer: [outer.charAt(0), outer.charAt(1)],
  inner: [inner.charAt(0), inner.charAt(1)],
  dash,
  spacedDash,
  padding,
});

const NARROW = "\u202f";

/** Typography by language tags. Other regions use the entry of their language. */
const TABLE = new Map(
  (
    [
      ["be ru uk", set("«»", "„“", "—")],
      ["bg sr", set("„“", "’’", "–")],
      ["cs de lt sk sl", set("„“", "‚‘", "–")],
      ["da fi sv", set("””", "’’", "–")],
      ["de-CH fr-CH", set("«»", "‹›", "–")],
      ["el kk pt-PT", set("«»", "“”", "—")],
      ["en es pt tr", set("“”", "‘’", "—", "–")],
      ["et", set("„“", "«»", "–")],
      ["fr", set("«»", "“”", "–", "–", NARROW)],
      ["hr", set("„”", "‚’", "–")],
      ["hu", set("„”", "»«", "–")],
      ["it", set("«»", "“”", "–")],
      ["lv", set("“”", "„”", "—")],
      ["nb no", set("«»", "‘’", "–")],
      ["nl", set("“”", "‘’", "–")],
      ["pl ro", set("„”", "«»", "–")],
    ] as const
  ).flatMap(([tags, typography]) => tags.split(" ").map((tag) => [tag, typography] as const)),
);

/** Unknown languages use English. @param language BCP 47 tag */
function typographyOf(language: string): Typography {
  const base = language.split("-")[0]?.toLowerCase() ?? "";
  return TABLE.get(language) ?? TABLE.get(base) ?? set("“”", "‘’", "—", "–");
}
