import { plural } from "../../../shared/russian-plural.ts";
import type { core as english } from "../en/core.ts";

/** The page, the article, saving, notices, history. */
export const core: typeof english = {
  title: (name, unsaved) => `${unsaved ? "• " : ""}${name} – Galley`,
  offline: "Galley недоступен.",
  loginEnded: "Срок вашего входа истёк.",

  start: {
    opening: "Статья открывается…",
    retrying: "Galley недоступен. Страница сама повторит попытку.",
    closedTitle: "Откройте статью ещё раз с вашего сайта",
    closed: "Эта ссылка больше не действует. Вернитесь к статье в редакторском разделе сайта и откройте её оттуда.",
    wordsKept:
      "То, что вы здесь написали, сохранено на этом компьютере. Когда статья снова откроется, текст будет вам предложен.",
    noArticle: "По этому адресу статьи нет. Откройте её из редакторского раздела сайта.",
    failedTitle: "Статью не удалось открыть",
    foreignTitle: "Эта статья написана в другом редакторе",
    foreign:
      "Её нынешний вид здесь показать нельзя, поэтому она не тронута. Можно вернуться на сайт или начать заново; тогда ваше первое сохранение станет статьёй.",
    startBlank: "Начать с пустой страницы",
  },

  header: {
    label: "Статья и инструменты",
    on: (site, project) => `${site} · ${project}`,
    author: "Автор",
    authorMissing: "Указать имя",
    authorPlaceholder: "Ваше имя или e-mail",
    history: "История",
    save: "Сохранить",
    saveHint: (key) => `Сохранить и отправить на сайт (${key})`,
  },

  toolbar: {
    label: "Оформление",
    heading: (level) => ["Заголовок", "Подзаголовок", "Малый заголовок"][level - 2] ?? "Заголовок",
    bold: "Полужирный",
    italic: "Курсив",
    link: "Ссылка",
    bulletList: "Список с маркерами",
    orderedList: "Нумерованный список",
    quote: "Цитата",
    picture: "Вставить изображения",
    undo: "Отменить",
    redo: "Вернуть",
  },

  link: {
    label: "Куда ведёт ссылка",
    placeholder: "https://…, страница сайта, адрес почты",
    problems: {
      empty: "Напишите или вставьте адрес, на который ведут слова.",
      space: "В адресе не бывает пробелов. Уберите их или пишите %20.",
      scheme: "Такие адреса на сайте не работают. Нужен https://, mailto: или tel:.",
      word: "Это ещё не адрес. Напишите example.org или /about, если это страница сайта.",
    },
    apply: "Поставить ссылку",
    remove: "Убрать ссылку",
    close: "Отмена",
  },

  article: {
    label: "Текст статьи",
    placeholder: "Пишите или нажмите /, чтобы вставить блок",
    emptyLine: "/ — блоки",
  },

  figure: {
    captionPlaceholder: "Подпись",
    description: "Описание",
    descriptionPlaceholder: "Что изображено: для тех, кто не видит",
    remove: "Убрать",
    undescribed: "Без описания",
    notHere: (file) => `Не удалось загрузить ${file}.`,
    beingFetched: (file) => `${file} загружается с сайта…`,
    notFetched: (file, problem) =>
      `Не удалось получить ${file} с сайта; попытка повторится при следующем открытии. ${problem}`,
    gone: (file) =>
      `Файла ${file} здесь нет, и адрес его на сайте неизвестен. Вставьте изображение заново или уберите этот блок. Сохранить можно и без него.`,
    tryAgain: "Повторить",
  },

  upload: {
    heic: "Этот браузер не открывает изображения такого вида (HEIC). Сохраните его как JPEG и вставьте снова или откройте редактор в Safari.",
    makeGallery: "Сделать галерею",
    picturesCame: (count) => `Вместе: ${count} ${plural(count, "изображение", "изображения", "изображений")}.`,
    galleryComes: "Станут галереей, как только придут все.",
    progress: (name) => `Загрузка ${name}`,
    retry: "Повторить",
    retryFile: (name) => `Повторить: ${name}`,
    cancel: "Отменить",
    cancelFile: (name) => `Отменить: ${name}`,
    state(name, refusal, kind) {
      if (refusal !== null) return `${name}: ${refusal}`;
      if (kind === "waiting_for_server") return `${name} ждёт, когда вернётся Galley.`;
      if (kind === "preparing") return `Готовим ${name} для читателей…`;
      return kind === "queued" ? `${name} ждёт очереди…` : `${name} загружается…`;
    },
  },

  status: {
    label: "Состояние статьи",
    nothingSaved: "Ещё ничего не сохранено",
    saved: (version, time) => `Сохранено: версия ${version}, ${time}`,
    saving: "Сохраняется…",
    waitingForUploads: (count) =>
      count === 1
        ? "Сохранится, как только загрузится файл…"
        : `Сохранится, как только ${plural(count, "загрузится", "загрузятся", "загрузятся")} ${count} ${plural(count, "файл", "файла", "файлов")}…`,
    saveWaitsForServer: "Нет связи: текст на этом компьютере. Сохранится само.",
    saveWaitsForLogin: "Вход истёк, не сохранено: текст на этом компьютере",
    conflict: "Ещё не сохранено: тем временем сохранил кто-то другой.",
    refused: (sentence) => `Не сохранено: ${sentence}`,
    unreadable: "Редактор не смог прочитать статью. Скопируйте текст и перезагрузите страницу.",
    unsaved: "Ещё не сохранено — черновик записан",
    offline: "Нет связи: текст на этом компьютере",
    loginEnded: "Срок вашего входа истёк: текст на этом компьютере",
    storedNowhere: "Нигде не записано: не закрывайте эту вкладку",
    site: {
      queued: (site) => `Отправляется на ${site}…`,
      sent: (site) => `Отправлено на ${site}…`,
      answering: "Ждём ответа сайта…",
      unfetched: {
        archive_not_downloaded: "Сайт не скачал версию, хотя подтвердил её.",
        archive_refused: "Сайт не смог скачать версию, хотя подтвердил её.",
      },
      accepted: (version, seconds) =>
        `Сайт принял версию ${version}${seconds === null ? "" : ` (${seconds.replace(".", ",")} с)`}`,
      notYet: (site) => `На ${site} ещё не доставлено`,
      rejected: (reason) => `Сайт отказал: ${reason}`,
      rejectedSilently: "Сайт отказал, не объяснив почему",
      failed: (site, version) => `${site} не принял версию ${version}`,
      superseded: (version) => `Вместо версии ${version} отправлена более новая`,
      held: "Задержано администратором",
    },
    why: "Почему?",
    note: "Примечание",
    nextAttempt: (wait) => `Следующая попытка через ${wait}`,
    nextAttemptNow: "Следующая попытка — сейчас",
  },

  notices: {
    label: "Сообщения",
    close: "Закрыть",
    loginEndedTitle: "Срок вашего входа истёк",
    loginEnded:
      "Откройте статью ещё раз с сайта; эта вкладка продолжит работу сама. Написанное сохранено на этом компьютере.",
    restored: (time) => `Ваш несохранённый текст от ${time} на месте.`,
    leaveOut: "Показать без него",
    offer: (time, here) =>
      here
        ? `На этом компьютере есть несохранённый текст от ${time}.`
        : `Есть несохранённый текст от ${time} — из другой вкладки или от коллеги.`,
    offerOlder: (version) => `Он написан до версии ${version}.`,
    restore: "Вернуть его",
    discard: "Удалить",
    leave: "Оставить как есть",
    newer: (version, author, time) => `Версия ${version} сохранена${author === null ? "" : ` (${author})`} в ${time}.`,
    newerUnsaved: "Можно писать дальше; при сохранении вы выберете, чей текст останется.",
    load: (version) => `Показать версию ${version}`,
    notKept: "Отложить ваш текст не удалось, поэтому ничего не изменено.",
    draftRefused: (sentence) => `Черновик хранится только на этом компьютере. ${sentence}`,
  },

  conflict: {
    title: "Тем временем сохранил кто-то другой",
    theirs: (version, author, time) => `Версия ${version} сохранена${author === null ? "" : ` (${author})`} в ${time}.`,
    mine: (version) =>
      version === null ? "Ваш текст начат до первой версии." : `Ваш текст начат на основе версии ${version}.`,
    keepMine: (version) => `Сохранить мой как версию ${version}`,
    keepMineHint: "Другая версия останется в истории.",
    loadTheirs: (version) => `Показать версию ${version}`,
    loadTheirsHint: "Ваш текст останется в «Истории».",
    cancel: "Не сейчас",
  },

  history: {
    title: "История",
    empty: "Версий ещё нет. Первое сохранение создаст версию 1.",
    version: (number) => (number === 0 ? "Как пришло с сайта" : `Версия ${number}`),
    current: "текущая",
    noAuthor: "автор не указан",
    restore: (number) => `Вернуть версию ${number}`,
    restoreShort: "Вернуть",
    restoreAsk: (number) => `Версия ${number} станет самой новой и уйдёт на сайт.`,
    restoreUnsaved: "Несохранённое останется в «Истории».",
    confirm: "Вернуть",
    cancel: "Не сейчас",
    drafts: "Несохранённый текст",
    draft: (time) => `Текст от ${time}`,
    here: "на этом компьютере",
    elsewhere: "другая вкладка или коллега",
    letGo: "удалён ради более нового текста; на компьютере, где его набирали, он мог остаться",
    unreadable: "Этот текст нельзя показать в этом редакторе.",
    use: "Вернуть",
    close: "Закрыть историю",
    noSite: "не отправлялась",
  },
};
