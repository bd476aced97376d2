/** Blocks that are no media. */

import { plural } from "../../../shared/russian-plural.ts";
import type { blocks as english } from "../en/blocks.ts";

export const blocks: typeof english = {
  pullQuote: {
    name: "Выноска",
    keywords: "врез цитата крупно pull quote pullquote",
    placeholder: "Слова, которые стоит набрать крупно",
    source: "Автор слов",
    sourcePlaceholder: "Кто это сказал",
  },
  callout: {
    name: "Врезка",
    keywords: "заметка совет предупреждение рамка callout note tip warning",
    tone: "Вид",
    tones: { note: "Заметка", tip: "Совет", warning: "Предупреждение" },
  },
  button: {
    name: "Кнопка",
    keywords: "ссылка действие подписка button link",
    placeholder: "Текст кнопки",
    target: "Ведёт на",
    noTarget: "Пока никуда не ведёт: укажите адрес.",
    badTarget: (typed) => `Никуда не ведёт: «${typed}» не годится как адрес.`,
  },
  details: {
    name: "Сворачиваемый текст",
    keywords: "спойлер свернуть раскрыть вопрос ответ details toggle faq",
    summaryPlaceholder: "Строка, которую видно всегда",
    closed: "Сначала свёрнуто",
    opened: "Сначала раскрыто",
    openAtFirst: "Сначала раскрыто",
  },
  divider: {
    name: "Разделитель",
    keywords: "линия черта divider line hr",
  },
  code: {
    name: "Код",
    keywords: "программа листинг исходник code pre",
    language: "Язык",
    languagePlaceholder: "например json",
  },
  columns: {
    name: (count) => `${count} ${plural(count, "колонка", "колонки", "колонок")}`,
    keywords: "рядом сетка columns layout",
    tools: "Колонки",
    add: "Добавить колонку",
    remove: "Убрать колонку",
  },
  table: {
    name: "Таблица",
    keywords: "строки столбцы ячейки table",
    tools: "Таблица",
    headerRow: "Строка заголовков",
    rowAbove: "Добавить строку выше",
    rowBelow: "Добавить строку ниже",
    rowRemove: "Убрать строку",
    columnBefore: "Добавить столбец слева",
    columnAfter: "Добавить столбец справа",
    columnRemove: "Убрать столбец",
    merge: "Объединить ячейки",
    split: "Разделить ячейку",
    remove: "Убрать таблицу",
    notLoaded: "Инструменты не загрузились. Ваш текст в сохранности.",
    tryAgain: "Ещё раз",
  },
  freeHtml: {
    name: "HTML",
    keywords: "разметка вставка код html embed",
    source: "Код HTML",
    look: "Как выглядит HTML",
    placeholder: "<p>…</p>",
    empty: "Здесь пока пусто. Впишите HTML в поле.",
    nothingLeft: "Из этого сайту не достанется ничего.",
    sanitised: "Сайт получит очищенный вид: без скриптов, форм и фреймов.",
    takenOut: (names: string) => `Убрано, сайт этого не получит: ${names}`,
    picture: (name: string) => (name === "" ? "Изображение" : `Изображение: ${name}`),
  },
  container: {
    unnamed: "Контейнер",
    keywords: "контейнер обёртка блок сайт container",
  },
  shortcuts: {
    moveUp: "Поднять блок",
    moveDown: "Опустить блок",
    duplicate: "Повторить блок",
    remove: "Удалить блок",
    leave: "Новый абзац после блока",
    fields: "К настройкам блока (Escape — назад)",
  },
};
