import { plural } from "../../../shared/russian-plural.ts";
import type { Messages } from "../en/index.ts";

export const snippets: Messages["snippets"] = {
  title: "Фрагменты",
  all: "Фрагменты…",
  saveAs: "Сохранить как фрагмент…",
  keywords: "фрагмент заготовка шаблон snippet",
  close: "Закрыть фрагменты",
  cancel: "Отмена",
  again: "Повторить",
  saveTitle: "Сохранить как фрагмент",
  nothingSelected: "Сначала выделите слова или блоки либо щёлкните по блоку, в котором что-то есть.",
  noWords: "Без слов, только то, что показано",
  name: "Имя",
  nameHint: "Все, кто пишет для этого сайта, найдут его по знаку / и этому имени.",
  taken: (name) => `«${name}» уже есть. Он будет заменён; материалы, где он вставлен, не изменятся.`,
  save: "Сохранить",
  replace: "Заменить",
  saved: (name) => `Сохранено как фрагмент «${name}». Чтобы вставить его, наберите / и его имя.`,
  loading: "Получаем фрагменты…",
  notLoaded: (why) => `Не удалось получить фрагменты. ${why}`,
  none: "Фрагментов пока нет. Выделите слова или блоки и выберите «Сохранить как фрагмент…» в панели рядом с ними или в меню ручки блока.",
  search: "Найти фрагмент",
  notFound: "Фрагмента с такими словами нет.",
  insert: "Вставить",
  rename: "Переименовать",
  replaceBySelection: "Заменить выделенным",
  remove: "Удалить",
  questions: {
    replace: (name) => `Заменить «${name}» тем, что выделено?`,
    remove: (name) => `Удалить «${name}» для всех? Материалы, где он вставлен, его сохранят.`,
  },
  doIt: { rename: "Переименовать", replace: "Заменить", remove: "Удалить" },
  about: ({ kind, pictures, changed_by }, size) =>
    [
      kind === "words" ? "слова" : "блоки",
      ...(pictures === 0 ? [] : [`${pictures} ${plural(pictures, "картинка", "картинки", "картинок")}`]),
      size,
      ...(changed_by === "" ? [] : [changed_by]),
    ].join(" · "),
  notInserted: (why) => `Фрагмент не вставлен. ${why}`,
  othersWrite: "Сейчас этот материал пишет кто-то другой.",
};
