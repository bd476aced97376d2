import type { embed as english } from "../en/embeds.ts";

export const embed: typeof english = {
  name: "Вставка с другого сайта",
  keywords:
    "ютуб видео карта график пост плеер вставка embed iframe youtube vimeo soundcloud spotify datawrapper flourish google maps openstreetmap telegram телеграм twitter x instagram facebook tiktok vk вк rutube рутуб dailymotion ted twitch bluesky mastodon мастодон reddit apple podcasts подкаст яндекс yandex",
  named: (name) => (name === "" ? "Вставка с другого сайта" : `Вставка: ${name}`),
  noAddress: "URL не указан. Вставьте URL видео, карты, графика или поста.",
  noFrame: "Карточка ссылки",
  loads: {
    on_click: "Загружается по нажатию",
    at_once: "Загружается вместе со страницей",
  },
  addressPlaceholder: "https://…",
  title: "Название",
  titlePlaceholder: "Для программ чтения с экрана",
  shape: "Высота",
  usualShape: (shape) => (shape === "" ? "По умолчанию" : `По умолчанию (${shape})`),
  remove: "Убрать вставку",
  refused: (reason, host) =>
    ({
      not_an_address: "Это не URL страницы. Читатели этого не увидят.",
      not_secure: `Читатели увидят карточку ссылки: с ${host} вставляется только https://.`,
      short_link: `Читатели увидят карточку ссылки: ${host} — короткая ссылка. Откройте её и скопируйте URL страницы.`,
      no_frame: `Читатели увидят карточку ссылки: эту страницу ${host} вставить нельзя. Укажите URL одного видео, карты, графика или поста.`,
      named_sites: `Читатели увидят карточку ссылки: ${host} показывает видео только на сайтах, названных во вставке.`,
      unknown_host: `Читатели увидят карточку ссылки: ${host} нет в списке разрешённых. Администратор может добавить его в проект.`,
    })[reason],
};
