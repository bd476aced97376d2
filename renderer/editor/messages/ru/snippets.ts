import { plural } from "../../../shared/language-russian.ts";
import type { Messages } from "../en/index.ts";

export const snippets: Messages["snippets"] = {
  title: "Фрагменты",
  all: "Фрагменты…",
  saveAs: "Сохранить как фрагмент…",
  keyword: "фрагмент snippet",
  keywords: "фрагмент заготовка шаблон snippet",
  close: "Закрыть фрагменты",
  saveTitle: "Сохранить как фрагмент",
  nothingSelected: "Сначала выделите текст или блоки либо щёлкните по непустому блоку.",
  noText: "Без текста",
  name: "Имя",
  nameHint: "Любой автор этого сайта может вставить его: наберите / и это имя.",
  taken: (name) => `Заменит «${name}». Статьи, где он вставлен, не изменятся.`,
  replace: "Заменить",
  saved: (name) => `Фрагмент «${name}» сохранён. Чтобы вставить его, наберите / и его имя.`,
  loading: "Фрагменты загружаются…",
  notLoaded: (why) => `Не удалось загрузить фрагменты. ${why}`,
  none: "Фрагментов пока нет. Выделите текст или блоки и выберите «Сохранить как фрагмент…».",
  search: "Найти фрагмент",
  notFound: "Ничего не найдено.",
  insert: "Вставить",
  rename: "Переименовать",
  replaceBySelection: "Заменить…",
  remove: "Удалить",
  questions: {
    replace: (name) => `Заменить «${name}» выделенным?`,
    remove: (name) => `Удалить «${name}» для всех? В статьях, где он вставлен, он останется.`,
  },
  about: ({ kind, pictures, changed_by }, size) =>
    [
      kind === "words" ? "текст" : "блоки",
      ...(pictures === 0 ? [] : [`${pictures} ${plural(pictures, "изображение", "изображения", "изображений")}`]),
      size,
      ...(changed_by === "" ? [] : [changed_by]),
    ].join(" · "),
  notInserted: (why) => `Фрагмент не вставлен. ${why}`,
  othersWrite: "Эту статью сейчас правит кто-то другой.",
};
