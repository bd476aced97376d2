import type { embed as english } from "../en/embeds.ts";

/** What other sites show in a frame. */
export const embed: typeof english = {
  name: "Вставка с другого сайта",
  keywords:
    "ютуб видео карта график пост плеер вставка embed iframe youtube vimeo soundcloud spotify datawrapper flourish google maps openstreetmap telegram телеграм twitter x instagram facebook tiktok vk вк rutube рутуб dailymotion ted twitch bluesky mastodon мастодон reddit apple podcasts подкаст яндекс yandex",
  named: (name) => (name === "" ? "Вставка с другого сайта" : `Вставка: ${name}`),
  noAddress: "Адреса ещё нет: вставьте адрес видео, карты, графика или поста.",
  noFrame: "Карточка ссылки",
  loads: {
    on_click: "На странице загрузится, когда читатель нажмёт",
    at_once: "Загружается на странице",
  },
  address: "Адрес",
  addressPlaceholder: "https://…",
  title: "Название",
  titlePlaceholder: "Что видно или слышно: для тех, кто не видит или не слышит",
  shape: "Высота",
  usualShape: (shape) => (shape === "" ? "Как принято там" : `Как принято там (${shape})`),
  remove: "Убрать вставку",
  refused: (reason, host) =>
    ({
      not_an_address: "Это не адрес страницы. Читатели этого не увидят.",
      not_secure: `Читатели увидят карточку ссылки: с ${host} вставляется только https://.`,
      short_link: `Читатели увидят карточку ссылки: по короткой ссылке ${host} не узнать, куда она ведёт. Откройте её и скопируйте адрес страницы.`,
      no_frame: `Читатели увидят карточку ссылки: эту страницу ${host} вставить нельзя. Возьмите адрес одного видео, карты, графика или поста.`,
      named_sites: `Читатели увидят карточку ссылки: ${host} показывает видео только на сайтах, названных во вставке.`,
      unknown_host: `Читатели увидят карточку ссылки: ${host} нет в списке разрешённых. Администратор может добавить его в проект.`,
    })[reason],
};
