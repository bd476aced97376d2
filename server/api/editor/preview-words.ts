/**
 * The words of the preview pages, in the language of the browser that asks: no script words them there, as the editor and
 * the console do with what the appliance says. Their answers to programs, files and fonts, stay English.
 */
import type { Request, Response } from "express";

export interface PreviewWords {
  lang: "en" | "ru";
  /** Names of the pages. */
  preview: string;
  version(number: number): string;
  siteCopy: string;
  unsaved: string;
  /** Stands where the published page has a frame of another site. */
  frameNote: string;
  /** A sentence of the appliance; what is not known here stays English. */
  said(english: string): string;
}

/** Of the languages that the browser wants, the first that there is; English without any. */
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
  said: (english) => english,
};

/** Sentences that a preview page may say, by the English one; `{}` stands for a fact in it, which goes over as it is. */
export const RUSSIAN_SENTENCES: Readonly<Record<string, string>> = {
  "This preview address has expired. Open the article again from your site.":
    "Срок этого адреса истёк. Откройте материал на своём сайте заново.",
  "This preview has expired. Load the console's page again.":
    "Срок этого просмотра истёк. Загрузите страницу консоли заново.",
  "The key of this site was disabled.": "Ключ этого сайта выключен.",
  "There is no session {}.": "Материала {} нет.",
  "There is no version {} of this article.": "Версии {} у этой статьи нет.",
  "Nothing was saved in this article yet.": "В этой статье ещё ничего не сохранено.",
  "The site has sent no text that differs from the versions kept here.":
    "Сайт не присылал текста, который отличался бы от хранящихся здесь версий.",
  "This version was written with another editor. It is kept as it came, and Galley cannot show it.":
    "Эта версия написана в другом редакторе. Она хранится такой, какой пришла, и показать её Galley не может.",
  "Nothing that was not saved has reached Galley from this tab yet.":
    "Несохранённого текста из этой вкладки у Galley ещё нет.",
  "These words were let go to make room for newer ones of this article. The computer that they were typed on may still have them.":
    "Этот текст удалён, чтобы освободить место для более нового текста этой статьи. Возможно, он ещё есть на компьютере, где его написали.",
  "This cannot be shown. Input should be a version number.":
    "Показать это нельзя: в адресе должен стоять номер версии.",
  "This cannot be shown. String should be 1 to 64 characters of A-Z a-z 0-9 _ -.":
    "Показать это нельзя: вкладка в адресе называется знаками A-Z a-z 0-9 _ -, их от 1 до 64.",
  "This cannot be shown. The article refers to {}, which was not uploaded to this session.":
    "Показать это нельзя: в статье есть файл {}, который в неё не загружали.",
  "This cannot be shown. Input should be a document of this editor: {}":
    "Показать это нельзя: это не документ этого редактора, или он повреждён.",
};

const RUSSIAN: PreviewWords = {
  lang: "ru",
  preview: "Просмотр",
  version: (number) => `Просмотр, версия ${number}`,
  siteCopy: "Просмотр, копия сайта",
  unsaved: "Просмотр, не сохранено",
  frameNote: "Загрузится на сайте, здесь — нет",
  said(english) {
    for (const [known, russian] of Object.entries(RUSSIAN_SENTENCES)) {
      const [before = "", after] = known.split("{}");
      if (after === undefined ? english === known : english.startsWith(before) && english.endsWith(after))
        return russian.replace("{}", () => english.slice(before.length, english.length - (after ?? "").length));
    }
    return english;
  },
};
