import type { Messages } from "../en/index.ts";
import { counted } from "./words.ts";

export const replication: Messages["replication"] = {
  name: "Реплика",
  states: {
    off: "Выключена",
    ok: "Всё скопировано",
    behind: "Отстаёт",
    failing: "Ошибка",
    fenced: "Работу принял другой компьютер",
  },
  copying: "Первое копирование",
  lag: (ms) => {
    const seconds = Math.max(1, Math.round(ms / 1_000));
    return seconds < 120
      ? `отставание ${seconds} с`
      : `отставание ${Math.round(seconds / 60).toLocaleString("ru")} мин`;
  },
  lastDrill: "последняя проверка",
  passed: "пройдена",
  failed: "не пройдена",
  noDrill: "проверок ещё не было",
  waiting: (files) => `в очереди ${counted(files, "файл", "файла", "файлов")}`,
  progress: (bytes, of, files, ofFiles) =>
    `${bytes} из ${of}, файлов: ${files.toLocaleString("ru")} из ${ofFiles.toLocaleString("ru")}`,
  left: (ms) => (ms < 90_000 ? "осталось около минуты" : `осталось около ${Math.round(ms / 60_000)} мин`),

  what: "Galley за секунды копирует все данные на второй компьютер или диск. После сбоя работу можно продолжить там.",
  target: "Куда копировать",
  targetHint:
    "Папка на другом диске, <code>sftp://user@host/path</code>, <code>s3://bucket/prefix?endpoint=…</code> или <code>rclone:REMOTE:path</code>. Статьи хранятся там без шифрования.",
  test: "Проверить",
  tested: (seconds) => `Проверка пройдена за ${seconds} с.`,
  testFailed: "Проверка не пройдена.",
  key: "Добавить ключ",
  keyHint: "Зашифрованный паролем. Тогда для приёма работы нужны только реплика и пароль.",
  drill: "Проверить восстановление",
  drilling: "Идёт проверка восстановления…",
  drillHint: "Проверка восстанавливает реплику во временную папку. Раз в неделю она проходит сама.",
  testing: "Идёт проверка…",
  stop: "Остановить репликацию…",
  stopTitle: "Остановить репликацию?",
  stopWhy: "Galley прекратит копирование. Уже скопированное останется.",
  stopAction: "Остановить репликацию",

  fenced: (machine) => `Работу принял ${machine}`,
  fencedSince: "С <time></time> этот Galley только для чтения: он не копирует, не сохраняет и не отправляет.",
  fencedTodo:
    "Направьте DNS или прокси на тот компьютер и остановите этот. До тех пор редакторы хранят изменения в браузере.",
  continueHere: "Продолжить здесь…",
  continueTitle: "Продолжить на этом компьютере?",
  continueWhy: (machine) =>
    `Сначала остановите ${machine}: сохранённых там версий здесь нет, и сайты получали бы статьи от обоих. Репликация остановится; затем укажите новое место.`,
  restartNeeded: "Затем перезапустите Galley. До этого он ничего не отправляет.",
  continueAction: "Продолжить здесь",
};
