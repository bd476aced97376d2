import { fileSize } from "../../server/article/file-size.ts";
import type { SharedWords } from "./language.ts";
import { answers } from "./russian/answers.ts";
import { deliveries } from "./russian/deliveries.ts";
import { files } from "./russian/files.ts";
import { signatures } from "./russian/signatures.ts";
import { snippets } from "./russian/snippets.ts";
import { plural } from "./russian-plural.ts";
import { type Catalogue, createWording } from "./sentences.ts";

/** @param catalogue the sentences of the appliance that this page alone shows */
export function russianWith(catalogue: Catalogue): SharedWords {
  const said = createWording(
    { ...answers, ...files, ...deliveries, ...signatures, ...snippets, ...catalogue },
    {
      number: (value) => value.toLocaleString("ru"),
      bytes: (value) => fileSize(value, "ru"),
      plural: (count, [one = "", few = one, many = few]) => plural(count, one, few, many),
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
  return { ...RUSSIAN, said };
}

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
