import { fileSize } from "../../server/contracts/file-size.ts";
import { templateIn, wordsOf } from "../../server/contracts/sentences/words.ts";
import type { SharedWords } from "./language.ts";
import { answers } from "./russian/answers.ts";
import { RUSSIAN_SENTENCES } from "./russian/sentences/index.ts";
import { plural } from "./russian-plural.ts";
import { type Catalogue, createWording } from "./sentences.ts";

/** @param catalogue the sentences of the appliance that this page alone shows */
export function russianWith(catalogue: Catalogue): SharedWords {
  const inEnglish = createWording(
    { ...answers, ...catalogue },
    {
      ...LANGUAGE,
      phrases: [
        ["through the proxy ", "через прокси "],
        ["made out to ", "выдан для "],
        ["signed by ", "подписан "],
        ["valid until ", "действует до "],
        ["The site", "сайта"],
        ["the site", "сайта"],
      ],
    },
  );
  const said: SharedWords["said"] = (english, sentence = null) =>
    sentence === null ? inEnglish(english) : wordsOf({ ...sentence, detail: inEnglish(english) }, LANGUAGE);
  return { ...RUSSIAN, said };
}

const LANGUAGE = {
  template: (code: string) => templateIn(RUSSIAN_SENTENCES, code),
  number: (value: number) => value.toLocaleString("ru"),
  bytes: (value: number) => fileSize(value, "ru"),
  plural: (count: number, [one = "", few = one, many = few]: readonly string[]) => plural(count, one, few, many),
};

const RUSSIAN: Omit<SharedWords, "said"> = {
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
