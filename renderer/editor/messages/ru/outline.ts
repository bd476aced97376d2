import { plural, RUSSIAN } from "../../../shared/language-russian.ts";
import type { Messages } from "../en/index.ts";

const kind = (type: string, level: number): string =>
  type === "comment" ? "Комментарий" : RUSSIAN.compared.block(type, level);

export const outline: Messages["outline"] = {
  title: "Структура",
  open: (key) => `Структура (${key})`,
  close: "Закрыть структуру",
  none: "Здесь появятся заголовки, изображения, таблицы, вставки и открытые комментарии. Для заголовка наберите ## и пробел.",

  before: (type, name) => (type === "heading" || name.startsWith(kind(type, 0)) ? "" : `${kind(type, 0)}: `),
  unnamed: (type, level) => (type === "heading" ? `${kind(type, level)} без текста` : kind(type, level)),
  words: (count) => `${count} ${plural(count, "слово", "слова", "слов")}`,
  more: (count) => `Ещё не показано: ${count} ${plural(count, "строка", "строки", "строк")}.`,
  keys: { open: "Структура статьи", up: "Поднять раздел (в структуре)", down: "Опустить раздел (в структуре)" },
  moved: (name, place, all) => `Переставлено: ${name}. ${place} из ${all}.`,
  isFirst: (name) => `Уже первое: ${name}`,
  isLast: (name) => `Уже последнее: ${name}`,
};
