import { COMPARE_RUSSIAN } from "../../../shared/compare/words-russian.ts";
import { plural } from "../../../shared/russian-plural.ts";
import type { Messages } from "../en/index.ts";

const kind = (type: string, level: number): string =>
  type === "comment" ? "Комментарий" : COMPARE_RUSSIAN.block(type, level);

export const outline: Messages["outline"] = {
  title: "Структура",
  open: (key) => `Структура (${key})`,
  close: "Закрыть структуру",
  none: "Здесь встанут заголовки, изображения, таблицы, вставки и открытые комментарии: к ним можно перейти, их можно переставить. Строка, которая начинается с ## и пробела, становится заголовком.",

  before: (type, name) => (type === "heading" || name.startsWith(kind(type, 0)) ? "" : `${kind(type, 0)}: `),
  unnamed: (type, level) => (type === "heading" ? `${kind(type, level)} без слов` : kind(type, level)),
  words: (count) => `${count} ${plural(count, "слово", "слова", "слов")}`,
  more: (count) => `Ещё не показано: ${count} ${plural(count, "строка", "строки", "строк")}.`,
  up: "Выше",
  down: "Ниже",
  keys: { open: "Структура статьи", up: "Поднять раздел, в структуре", down: "Опустить раздел, в структуре" },
  moved: (name, place, all) => `Переставлено: ${name}. Строка ${place} из ${all}.`,
  isFirst: (name) => `Выше поставить не перед чем: ${name}`,
  isLast: (name) => `Ниже поставить не за чем: ${name}`,
};
