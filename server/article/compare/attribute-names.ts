/** What the settings of a block are called where their words are compared, in each language. */

export type CompareLanguage = "en" | "ru";

const NAMES: Record<CompareLanguage, Readonly<Record<string, string>>> = {
  en: {
    file: "File",
    alt: "Description",
    title: "Title",
    description: "Text",
    credit: "Credit",
    source: "Source",
    href: "Address",
    html: "HTML",
    poster: "Still picture",
    language: "Language",
  },
  ru: {
    file: "Файл",
    alt: "Описание",
    title: "Название",
    description: "Текст",
    credit: "Автор снимка",
    source: "Источник",
    href: "Адрес",
    html: "HTML",
    poster: "Заставка",
    language: "Язык",
  },
};

/** What an attribute of a block is called; null where the block shows it: of a picture, the name of its file says no more. */
export function attributeName(language: CompareLanguage, attribute: string, blockType: string): string | null {
  return attribute === "file" && blockType === "figure" ? null : (NAMES[language][attribute] ?? attribute);
}
