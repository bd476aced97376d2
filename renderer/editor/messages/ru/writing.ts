/** The tools of writing: menus, find and replace, counts, languages. */
import type { writing as english } from "../en/writing.ts";
import { plural } from "./plural.ts";

export const writing: typeof english = {
  label: "Инструменты письма",
  notLoaded: "Этот инструмент не загрузился: Galley недоступен. С вашим текстом ничего не случилось; попробуйте позже.",

  blocks: {
    paragraph: { label: "Текст", keywords: "абзац paragraph text" },
    "heading-2": { label: "Заголовок", keywords: "раздел h2 heading" },
    "heading-3": { label: "Подзаголовок", keywords: "h3 subheading" },
    "heading-4": { label: "Малый заголовок", keywords: "h4 heading" },
    "bullet-list": { label: "Список", keywords: "маркированный пункты ul bulleted list" },
    "ordered-list": { label: "Нумерованный список", keywords: "123 ol numbered list" },
    quote: { label: "Цитата", keywords: "цитирование quote blockquote" },
  },

  insert: {
    button: "Вставить блок",
    label: "Блоки",
    search: "Найти блок",
    groups: { text: "Текст", media: "Медиа", layout: "Оформление", site: "Этот сайт" },
    nothing: "Такого блока нет.",
    found: (count: number) => `${count} ${plural(count, "блок", "блока", "блоков")}`,
  },

  format: {
    bar: "Выделенный текст",
    more: "Ещё оформление",
    strike: "Зачёркнутый",
    code: "Код",
    superscript: "Надстрочный",
    subscript: "Подстрочный",
    font: "Шрифт",
    ownFont: "Шрифт страницы",
    clear: "Без оформления",
    turnInto: "Превратить в",
  },

  handle: {
    label: "Блок",
    up: "Выше",
    down: "Ниже",
    duplicate: "Дублировать",
    remove: "Удалить",
  },
};
