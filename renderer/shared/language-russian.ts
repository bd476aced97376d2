import type { SharedWords } from "./language.ts";

export const RUSSIAN: SharedWords = {
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
  answeredWithoutReason: (status) => `Galley ответил кодом ${status} и не объяснил причину.`,
};
