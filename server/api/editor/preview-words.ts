/** Texts of the preview pages, in the browser's language. Errors for media and fonts stay English. */
import type { Request, Response } from "express";
import type { Sentence, SentenceCode } from "../../contracts/sentences/index.ts";
import { wordsOf } from "../../contracts/sentences/words.ts";

export interface PreviewWords {
  lang: "en" | "ru";
  preview: string;
  version(number: number): string;
  siteCopy: string;
  unsaved: string;
  /** Shown in place of a frame of another site. */
  frameNote: string;
  /** The sentence in this language; English without a translation. */
  translate(sentence: Sentence): string;
}

/** The first supported language that the browser accepts; else English. */
export function previewWords(req: Request, res: Response): PreviewWords {
  res.vary("Accept-Language");
  return req.acceptsLanguages("en", "ru") === "ru" ? RUSSIAN : ENGLISH;
}

const ENGLISH: PreviewWords = {
  lang: "en",
  preview: "Preview",
  version: (number) => `Preview, version ${number}`,
  siteCopy: "Preview, the site's copy",
  unsaved: "Preview, not saved",
  frameNote: "Loads on the site, not in this preview",
  translate: ({ detail }) => detail,
};

const RUSSIAN_SENTENCES: Readonly<Partial<Record<SentenceCode, string>>> = {
  "articles.preview_over": "Срок этой ссылки на просмотр истёк. Откройте статью снова с вашего сайта.",
  "articles.console_preview_over": "Срок этого просмотра истёк. Обновите страницу консоли.",
  "articles.key_disabled": "Ключ API этого сайта отключён. Попросите администратора Galley включить его.",
  "articles.no_session": "Материал {id} не найден.",
  "articles.no_version_number": "У этой статьи нет версии {number}.",
  "articles.nothing_saved": "В этой статье ещё ничего не сохранено.",
  "articles.no_site_copy": "Сайт не присылал текста, который отличался бы от хранящихся здесь версий.",
  "articles.foreign": "Эта версия написана в другом редакторе, показать её нельзя.",
  "articles.no_draft": "Несохранённых изменений из этой вкладки у Galley нет.",
  "articles.draft_discarded":
    "Galley удалил эти несохранённые изменения ради более новых. Возможно, они ещё есть в браузере, в котором набраны.",
  "articles.cannot_show": "Не удалось показать: {problem}",
  "articles.version_number": "в URL нужен номер версии.",
  "articles.tab_id": "вкладка в URL обозначается знаками A-Z a-z 0-9 _ -, их от 1 до 64.",
  "articles.not_uploaded": "в статье есть файл {file}, который в неё не загружен.",
  "articles.not_a_document": "это не документ этого редактора, или он повреждён.",
};

const RUSSIAN: PreviewWords = {
  lang: "ru",
  preview: "Просмотр",
  version: (number) => `Просмотр, версия ${number}`,
  siteCopy: "Просмотр, копия сайта",
  unsaved: "Просмотр, не сохранено",
  frameNote: "Загрузится на сайте, здесь — нет",
  translate: (sentence) =>
    wordsOf(sentence, {
      template: (code) => RUSSIAN_SENTENCES[code as SentenceCode],
      number: (value) => value.toLocaleString("ru"),
      bytes: String,
      plural: (_count, [, , many = ""]) => many,
    }),
};
