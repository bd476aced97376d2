import { fileSize } from "../../server/contracts/file-size.ts";
import { templateIn, wordsOf } from "../../server/contracts/sentences/words.ts";
import { COMPARE_RUSSIAN } from "./compare/words-russian.ts";
import type { SharedWords } from "./language.ts";
import { RUSSIAN_SENTENCES } from "./russian/sentences/index.ts";
import { plural } from "./russian-plural.ts";

const LANGUAGE = {
  template: (code: string) => templateIn(RUSSIAN_SENTENCES, code),
  number: (value: number) => value.toLocaleString("ru"),
  bytes: (value: number) => fileSize(value, "ru"),
  plural: (count: number, [one = "", few = one, many = few]: readonly string[]) => plural(count, one, few, many),
};

export const RUSSIAN: SharedWords = {
  compared: COMPARE_RUSSIAN,
  said: (english, sentence) => (sentence ? wordsOf({ ...sentence, detail: english }, LANGUAGE) : english),
  copy: (what) => `Скопировать: ${what}`,
  copied: "Скопировано",
  copyRefused: "Браузер не дал скопировать",
  minutes: (amount) => `${amount} мин`,
  hours: (amount) => `${amount} ч`,
  days: (amount) => `${amount} дн.`,
  ago: (amount) => `${amount} назад`,
  ahead: (amount) => `через ${amount}`,
  justNow: "только что",
  soon: "вот-вот",
  noAnswer: "Galley не отвечает. Проверьте, запущен ли он и доступен ли с этого компьютера.",
  answeredByProxy: (status) => {
    if (status === 413)
      return "Прокси перед Galley не пропустил запрос: слишком большой (413). Попросите администратора увеличить лимит на размер запроса.";
    if (status === 502 || status === 503 || status === 504)
      return `Прокси перед Galley не смог к нему подключиться (${status}). Проверьте, что Galley запущен.`;
    return `Прокси перед Galley ответил кодом ${status}. Узнайте причину у его администратора.`;
  },
};
