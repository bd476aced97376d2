import { plural } from "../../../shared/language-russian.ts";
import type { writing as english } from "../en/writing.ts";

export const writing: typeof english = {
  label: "Инструменты письма",
  notLoaded: "Не удалось загрузить инструмент: Galley недоступен. Ваш текст сохранён. Попробуйте позже.",

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
    here: "Добавить блок здесь",
    label: "Блоки",
    search: "Найти блок",
    groups: { text: "Текст", media: "Медиа", layout: "Оформление", site: "Этот сайт", snippets: "Фрагменты" },
    nothing: "Блоки не найдены.",
    found: (count: number) => `${count} ${plural(count, "блок", "блока", "блоков")}`,
  },

  format: {
    bar: "Выделенный текст",
    more: "Ещё оформление",
    strike: "Зачёркнутый",
    superscript: "Надстрочный",
    subscript: "Подстрочный",
    font: "Шрифт",
    ownFont: "Шрифт по умолчанию",
    clear: "Очистить оформление",
    turnInto: "Превратить в",
  },

  handle: {
    label: "Блок",
    up: "Выше",
    down: "Ниже",
    duplicate: "Дублировать",
    remove: "Удалить",
  },

  find: {
    label: "Найти и заменить",
    query: "Найти",
    replacement: "Заменить на",
    replace: "Заменить",
    replaceAll: "Заменить всё",
    next: "Следующее совпадение",
    previous: "Предыдущее совпадение",
    matchCase: "С учётом регистра",
    wholeWords: "Только целые слова",
    close: "Закрыть поиск",
    none: "Не найдено",
    position: (current: number, count: number, capped: boolean) =>
      `${current === 0 ? "–" : current} из ${count.toLocaleString("ru")}${capped ? "+" : ""}`,
    replaced: (count: number) => `${count.toLocaleString("ru")} ${plural(count, "замена", "замены", "замен")}`,
  },

  foot: { withTools: "Инструменты, объём и язык", label: "Объём и язык" },

  counts: {
    title: "Объём статьи",
    line: (words: number, minutes: number) =>
      `${words.toLocaleString("ru")} ${plural(words, "слово", "слова", "слов")}${minutes === 0 ? "" : ` · ${minutes} мин`}`,
    ofSelection: (selected: number, words: number) =>
      `${selected.toLocaleString("ru")} из ${words.toLocaleString("ru")} ${plural(words, "слова", "слов", "слов")}`,
    article: "Статья",
    selection: "Выделено",
    words: "Слова",
    characters: "Знаки",
    letters: "Без пробелов",
    reading: "Время чтения",
    number: (count: number) => count.toLocaleString("ru"),
    minutes: (minutes: number) => `${minutes} мин`,
  },

  language: {
    label: "Язык статьи",
    detected: (name: string) => `${name} (авто)`,
  },

  shortcuts: {
    title: "Сочетания клавиш",
    words: "Текст",
    blocks: "Блоки",
    article: "Статья",
    plainPaste: "Вставить без оформления",
    lineBreak: "Перенос строки",
    blockMenu: "Меню блока",
    indent: "Пункт списка глубже; следующая колонка или ячейка",
    outdent: "Пункт списка выше; предыдущая колонка или ячейка",
  },

  offers: {
    label: "Параметры вставки",
    formatted: "Вставлено с оформлением",
    keepAsTyped: "Оставить как было",
    linked: "Вставлено ссылкой",
    embed: "Вставить",
  },

  paste: {
    tooMuch: "Вставка слишком большая или слишком глубоко вложена. Вставлен только текст.",
    lost: (count: number) =>
      `${count} ${plural(count, "изображение не попало", "изображения не попали", "изображений не попало")} в статью. Перетащите ${count === 1 ? "файл" : "файлы"} в рамку «Нет изображения».`,
    elsewhere: (count: number, from: string | null) =>
      `${count} ${plural(count, "изображение осталось", "изображения остались", "изображений осталось")} на ${from ?? "других сайтах"}.`,
    fetch: (count: number, from: string | null) =>
      `Загрузить ${count} ${plural(count, "изображение", "изображения", "изображений")} с ${from ?? "этих сайтов"}`,
    cut: "Вставка превышает наибольшую длину статьи. Конец отрезан.",
  },
};
