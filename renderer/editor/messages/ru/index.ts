import { plural, RUSSIAN } from "../../../shared/language-russian.ts";
import type { Messages } from "../en/index.ts";
import * as article from "./article.ts";
import * as features from "./features.ts";

const words: Messages = {
  offline: "Galley недоступен.",
  loginEnded: "Срок вашего входа истёк.",

  common: {
    cancel: "Отмена",
    dismiss: "Скрыть",
    close: "Закрыть",
    compare: "Сравнить",
    discard: "Удалить",
    downloadArchive: "Скачать архив",
    loading: "Загружается…",
    more: "Ещё",
    preview: "Просмотр",
    restore: "Восстановить",
    retry: "Повторить",
    save: "Сохранить",
    unsavedChanges: "Несохранённые изменения",
  },

  start: {
    opening: "Статья открывается…",
    closedTitle: "Срок ссылки истёк",
    openAgain: "Откройте статью ещё раз с вашего сайта.",
    unsavedKept: "Несохранённые изменения остались на этом компьютере.",
    noArticle: "По этому URL статьи нет.",
    failedTitle: "Не удалось открыть статью",
    foreignTitle: "Эта статья написана в другом редакторе",
    foreign:
      "Galley не может её показать и не меняет. Вернитесь на сайт или начните заново: первое сохранение заменит статью.",
    startBlank: "Начать с пустой страницы",
  },

  header: {
    label: "Статья и инструменты",
    author: "Автор",
    authorMissing: "Указать имя",
    saveHint: (key) => `Сохранить и отправить на сайт (${key})`,
  },

  toolbar: {
    label: "Оформление",
    bold: "Полужирный",
    italic: "Курсив",
    link: "Ссылка",
    picture: "Вставить изображения",
    undo: "Отменить",
    redo: "Вернуть",
  },

  link: {
    label: "Куда ведёт ссылка",
    placeholder: "https://…, страница сайта, адрес почты",
    problem: "Неверная ссылка. Введите URL, например example.org, страницу сайта, например /about, mailto: или tel:.",
    apply: "Поставить ссылку",
    remove: "Убрать ссылку",
  },

  article: {
    label: "Текст статьи",
    placeholder: "Пишите или нажмите /, чтобы вставить блок",
    emptyLine: "/ — блоки",
  },

  figure: {
    description: "Описание",
    descriptionPlaceholder: "Что изображено: для незрячих читателей",
    remove: "Убрать",
    undescribed: "Без описания",
    notHere: (file) => `Не удалось загрузить ${file}.`,
    beingFetched: (file) => `${file} загружается с сайта…`,
    notFetched: (file, problem) =>
      `Не удалось загрузить ${file} с сайта. Galley повторит попытку при следующем открытии. ${problem}`,
    gone: (file) =>
      `Файла ${file} нет, и его URL неизвестен. Вставьте его заново или удалите этот блок. Сохранить можно и без него.`,
  },

  upload: {
    heic: "Этот браузер не открывает HEIC. Сохраните изображение как JPEG или используйте Safari.",
    makeGallery: "Сделать галерею",
    picturesAdded: (count) => `Добавлено: ${count} ${plural(count, "изображение", "изображения", "изображений")}.`,
    galleryPending: "Из них получится галерея, когда все загрузятся.",
    progress: (name) => `Загрузка ${name}`,
    state(name, refusal, kind) {
      if (refusal !== null) return `${name}: ${refusal}`;
      if (kind === "waiting_for_server") return `${name}: ожидание Galley…`;
      if (kind === "preparing") return `${name}: изменение размера…`;
      return kind === "queued" ? `${name}: в очереди…` : `${name}: загрузка…`;
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
    saveWaitsForServer: "Нет связи: текст на этом компьютере. Сохранится позже.",
    saveWaitsForLogin: "Не сохранено: срок входа истёк. Текст на этом компьютере.",
    refused: (sentence) => `Не сохранено: ${sentence}`,
    unreadable: "Не удалось прочитать статью. Скопируйте текст и перезагрузите страницу.",
    unsaved: "Есть изменения — черновик записан",
    kept: {
      down: "Нет связи: текст на этом компьютере",
      login_ended: "Срок входа истёк: текст на этом компьютере",
      fenced: "Только чтение: текст на этом компьютере",
    },
    onComputerOnly: "Есть изменения — только на этом компьютере",
    storedNowhere: "Нигде не записано: не закрывайте эту вкладку",
    site: {
      queued: (site) => `В очереди на ${site}…`,
      sent: (site) => `Отправляется на ${site}…`,
      waitingForResponse: "Ждём ответа сайта…",
      unfetched: {
        archive_not_downloaded: "Доставлено, но сайт не скачал версию.",
        archive_refused: "Доставлено, но сайт не смог скачать версию.",
      },
      accepted: (version, seconds) =>
        `Версия ${version} доставлена${seconds === null ? "" : ` (${seconds.replace(".", ",")} с)`}`,
      notYet: (site) => `Повтор отправки на ${site}`,
      rejected: (reason) => `Отклонено: ${reason}`,
      rejectedSilently: "Отклонено без причины",
      failed: (site, version) => `Ошибка: версия ${version} не доставлена на ${site}`,
      superseded: (version) => `Версия ${version} заменена более новой`,
      held: "Приостановлено",
    },
    why: "Почему?",
    note: "Примечание",
    nextAttempt: (time) => `Следующая попытка: ${time}`,
  },

  notices: {
    label: "Сообщения",
    loginEnded:
      "Откройте статью ещё раз с сайта; эта вкладка продолжит работу. Изменения сохранены на этом компьютере.",
    fencedTitle: "Сохранить здесь нельзя",
    fenced: (sentence) => `${sentence} Ваши изменения хранятся на этом компьютере.`,
    restored: (time) => `Несохранённые изменения от ${time} восстановлены.`,
    offer: (time, here, author) =>
      here
        ? `На этом компьютере есть несохранённые изменения от ${time}.`
        : `Есть несохранённые изменения от ${time}: ${author === null ? "из другой вкладки или от коллеги" : `автор — ${author}`}.`,
    offerOlder: (version) => `Они старше версии ${version}.`,
    restoreMine: "Восстановить мои изменения",
    replaced: (by) =>
      `${by === "" ? "Текст заменён." : `Текст заменён (${by}).`} Несохранённые изменения остались в «Истории».`,
    kept: {
      deleted:
        "Другой человек удалил текст, который вы только что ввели. Он остался в «Истории» как несохранённые изменения.",
      unseen:
        "Ваши изменения удалили текст, который тем временем ввёл другой человек. Он остался в «Истории» как несохранённые изменения.",
      diverged:
        "Ваши изменения не удалось объединить со статьёй. Они остались в «Истории» как несохранённые изменения.",
    },
    notKept: "Не удалось сохранить ваши изменения, поэтому ничего не изменено. Попробуйте ещё раз.",
    draftRefused: (sentence) => `Черновик хранится только на этом компьютере. ${sentence}`,
  },

  history: {
    title: "История",
    empty: "Версий ещё нет.",
    version: (number) => (number === 0 ? "Оригинал с сайта" : `Версия ${number}`),
    current: "текущая",
    noAuthor: "автор не указан",
    reading: "Только просмотр: чтобы восстанавливать версии, нажмите «Править».",
    restore: (number) => `Восстановить версию ${number}`,
    restoreAsk: (number) => `Версия ${number} станет самой новой и уйдёт на сайт.`,
    restoreUnsaved: "Несохранённые изменения останутся в «Истории».",
    confirm: "Восстановить и отправить",
    here: "на этом компьютере",
    elsewhere: "другая вкладка или коллега",
    evicted: "удалены ради более новых черновиков; могли остаться на компьютере, где их набирали",
    unreadable: "Этот редактор не может показать этот текст.",
    noSite: "не отправлялась",
    previewOf: (name) => `Просмотр: ${name}`,
    compareWith: (name) => `Сравнить: ${name}`,
    tabs: "Вид",
    back: "Все версии",
    downloadJson: "Скачать данные (JSON)",
    older: "Показать более ранние версии",
    keeping:
      "Прежние версии хранятся не меньше двух недель после последнего открытия статьи. Текущая и последняя доставленная версии хранятся всегда.",
    siteCopy: "Копия сайта",
    siteCopyNote: "Сайт прислал эту копию при открытии статьи. Она не совпадает ни с одной версией в Galley.",
    useSiteCopy: "Взять эту копию",
    useSiteCopyAsk: "Заменит текст на экране, но не сохранит его.",
    foreign: "Создано в другом редакторе; хранится без изменений.",
    previewFrame: (name) => `Страница: ${name}`,
  },

  ...features,
  ...article,
};

export const russian = { words, shared: RUSSIAN };
