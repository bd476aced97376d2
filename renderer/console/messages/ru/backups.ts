import type { Messages } from "../en/index.ts";
import { counted } from "./words.ts";

export const backups: Messages["backups"] = {
  last: "Последняя копия",
  next: "следующая",
  backUpNow: "Создать копию",
  creating: "Создание копии…",
  verifying: "Проверка копии…",
  sameDisk: "Эта папка на том же диске, что и данные. Выберите папку на другом диске.",

  none: "Копий пока нет.",
  noneInFolder: (file) =>
    `В этой папке копий нет. Последняя хранится в другом месте${file === null ? "." : `: ${file}`}`,
  size: "Размер",
  by: { schedule: "по расписанию", hand: "вручную" },
  verified: (when) => `Проверена ${when}`,
  unverified: "Не проверена",
  damaged: "Повреждена",
  withSecrets: "с секретами",
  missing: (count) => `нет ${counted(count, "файла", "файлов", "файлов")}`,
  verify: "Проверить",
  restore: "Восстановить…",
  remove: "Удалить…",
  removeFromList: "Убрать из списка",
  removeWhy: (file) => `${file} будет удалён с диска. Отменить это нельзя.`,
  removeAction: "Удалить копию",

  plan: "Расписание",
  schedule: "Создавать копию",
  schedules: { off: "Никогда", daily: "Каждый день", weekly: "Каждую неделю" },
  weekdays: ["Воскресенье", "Понедельник", "Вторник", "Среда", "Четверг", "Пятница", "Суббота"],
  folder: "Папка",
  folderHint: "Существующая папка на этом компьютере, лучше на другом диске.",
  keep: "Сколько хранить",
  keepHint: "От 1 до 365. Созданные вручную не удаляются.",
  secrets: "Включать секреты",
  secretsHint: "Секреты API и учётные данные сайтов, зашифрованные паролем копии.",
  passphrase: "Пароль копии",
  passphraseHint: "Не короче 8 знаков. Нужен при восстановлении на другом компьютере.",

  restoreAction: "Заменить все данные",
  restoreWhat: "Заменяет все статьи, ключи и настройки данными из <file></file> и перезапускает Galley.",
  restoreKept:
    "Текущие данные останутся в папке данных. Доставки будут приостановлены, чтобы старая копия не заменила более новые статьи.",
  newSecrets: "Пароля нет: создать новые секреты всем проектам",
  backupPassphraseHint: "Нужен, если он задан и копия с другого компьютера.",
  uploading: "Загрузка и проверка копии…",
  uploaded: "Загружено",
  verifiedRestartNeeded: "Копия проверена. Перезапустите Galley, чтобы использовать её.",
  verifiedRestarting: "Копия проверена. Galley перезапускается…",
  restored: (when, held) =>
    `Копия от ${when} восстановлена. Доставки приостановлены (${held}): проверьте их и возобновите.`,
  previousData: (folder) => `Прежние данные — в папке ${folder} внутри папки данных.`,
  newProjectSecrets: (names) => `У этих проектов новые секреты. Внесите их на сайты: ${names}.`,
  lostCredentials: (count) =>
    `Без учётных данных для вызовов, пока сайт не откроет их снова: ${counted(count, "статья", "статьи", "статей")}.`,
  missingFiles: (count) =>
    `Нет или повреждены на диске и не вошли в копию: ${counted(count, "файл", "файла", "файлов")}.`,

  downloadTitle: "Скачать копию",
  optionalPassphrase: "Пароль копии (необязательно)",
  optionalPassphraseHint: "Не короче 8 знаков. Без пароля копия не содержит секретов.",
  downloadAction: "Скачать копию",
  downloaded: (file, size) => `${file} (${size}) скачивается.`,

  fromFile: "Восстановление",
  file: "Файл копии",
  chooseFile: "Выберите файл",
};

export const replication: Messages["replication"] = {
  name: "Реплика",
  states: {
    off: "Выключена",
    ok: "Всё скопировано",
    behind: "Отстаёт",
    failing: "Ошибка",
    fenced: "Основной — другой компьютер",
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
  key: "Добавить ключ шифрования",
  keyHint: "Зашифрованный паролем. Тогда для переключения нужны только реплика и пароль.",
  drill: "Проверить восстановление",
  drilling: "Идёт проверка восстановления…",
  drillHint: "Проверка восстанавливает реплику во временную папку. Раз в неделю она проходит сама.",
  stopWhy: "Galley прекратит копирование. Уже скопированное останется.",
  stop: "Остановить репликацию",

  fenced: (machine) => `Основным стал ${machine}`,
  fencedSince: "С <time></time> этот Galley доступен только для чтения: он не копирует, не сохраняет и не отправляет.",
  fencedTodo:
    "Направьте DNS или прокси на тот компьютер и остановите этот. До тех пор редакторы хранят изменения в браузере.",
  continueWhy: (machine) =>
    `Сначала остановите ${machine}: сохранённых там версий здесь нет, и сайты получали бы статьи от обоих. Репликация остановится; затем укажите новое место.`,
  restartNeeded: "Затем перезапустите Galley. До этого он ничего не отправляет.",
  continueHere: "Продолжить здесь",
};
