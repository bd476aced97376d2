const WORDS =
  "the council met again on tuesday evening to decide whether old ferry landing may stay open through winter".split(
    " ",
  );
const WORDS_PER_PARAGRAPH = 60;

/** Paragraphs with `words` words in total, always the same ones. */
export function paragraphs(words: number): string[] {
  const all = Array.from({ length: words }, (_, index) => WORDS[index % WORDS.length]);
  return Array.from({ length: Math.ceil(words / WORDS_PER_PARAGRAPH) }, (_, index) =>
    all.slice(index * WORDS_PER_PARAGRAPH, (index + 1) * WORDS_PER_PARAGRAPH).join(" "),
  );
}
