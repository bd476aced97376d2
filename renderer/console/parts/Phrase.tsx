import { Fragment, type ReactNode } from "react";

const TAG = /<(\w+)>(.*?)<\/\1>/g;

interface PhraseProps {
  /** Such as "Next attempt <time></time>". */
  text: string;
  /** Rendered tags, except `code`, by name. */
  parts?: Readonly<Record<string, (words: string) => ReactNode>>;
}

/** A message with elements in it. Never contains foreign text. */
export function Phrase({ text, parts = {} }: PhraseProps) {
  const drawn: ReactNode[] = [];
  let from = 0;
  for (const { 0: whole, 1: tag = "", 2: words = "", index } of text.matchAll(TAG)) {
    drawn.push(text.slice(from, index));
    drawn.push(parts[tag]?.(words) ?? (tag === "code" ? <code>{words}</code> : words));
    from = index + whole.length;
  }
  drawn.push(text.slice(from));
  // biome-ignore lint/suspicious/noArrayIndexKey: the places in a sentence are its parts' identity
  return drawn.map((part, place) => <Fragment key={place}>{part}</Fragment>);
}
