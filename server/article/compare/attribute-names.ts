/** Labels of attributes in a comparison. */

export type CompareLanguage = "en" | "ru";

const NAMES: Record<CompareLanguage, Readonly<Record<string, string>>> = {
  en: {
    file: "File",
    alt: "Description",
    title: "Title",
    description: "Text",
    credit: "Credit",
    source: "Source",
    href: "URL",
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
    href: "URL",
    html: "HTML",
    poster: "Заставка",
    language: "Язык",
  },
};

/** Null if the block shows the attribute itself, such as a picture its file. */
export function attributeName(language: CompareLanguage, attribute: string, blockType: string): string | null {
  return attribute === "file" && blockType === "figure" ? null : (NAMES[language][attribute] ?? attribute);
}
