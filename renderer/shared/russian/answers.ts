import type { Catalogue } from "../sentences.ts";

/** What any request may be answered: `server/http/`, `server/api/integration/`, the shape of a request. */
export const answers: Catalogue = {
  "Galley is closing. Nothing was changed; send this again once it is back.":
    "Galley завершает работу. Ничего не изменено; отправьте снова, когда он вернётся.",
  "The request did not arrive in time.": "Запрос не пришёл вовремя.",
  "The headers of the request are larger than the limit of {n} bytes.":
    "Заголовки запроса больше предела: {n} {n:байт,байта,байт}.",
  "Requests from {origin} are not accepted here.": "Запросы с {origin} здесь не принимаются.",
  "Requests from other sites are not accepted here.": "Запросы с других сайтов здесь не принимаются.",
  "There is no delivery {id}.": "Доставки {id} нет.",
  "Deliveries are on hold. Release them under Settings → Deliveries, then resend.":
    "Доставки приостановлены. Возобновите их в «Настройки → Отправка» и отправьте ещё раз.",
  "Deliveries are on hold. Ask an admin of Galley to release them, then resend.":
    "Доставки приостановлены. Попросите администратора Galley возобновить их и отправьте ещё раз.",
  "This callback is under way already; wait for its outcome.": "Этот обратный вызов уже в пути; дождитесь итога.",
  "This article has a newer version. Resend that one.": "У этой статьи есть более новая версия. Отправьте ещё раз её.",
  "Newer fonts were published for this site. Resend those.":
    "Для этого сайта опубликованы более новые шрифты. Отправьте ещё раз их.",
  "The archive of this version has no such file.": "В архиве этой версии такого файла нет.",
  "The bytes of this file are missing on this machine.": "Содержимого этого файла на этой машине нет.",

  "{site} answered with status {n}.": "Сервер {site} ответил кодом {n}.",
  "No address of this host may be dialled.": "Ни к одному из адресов этого хоста обращаться нельзя.",
  "The proxy answered with status {n}.": "Прокси ответил кодом {n}.",
  "Unknown API key": "Ключ API неизвестен",
  "Invalid signature": "Подпись неверна",
  "Host {host} is not allowed for this API key": "Хост {host} этому ключу API не разрешён",
  "The callback_url is not an http or https URL.": "callback_url — не адрес http или https.",
  "The callback_url carries a user name or a password. Their place is metadata.webhook_auth_user and metadata.webhook_auth_password.":
    "В callback_url есть имя пользователя или пароль. Их место — metadata.webhook_auth_user и metadata.webhook_auth_password.",
  "The callback_url is the address of an archive of this service. Give the address of the site's own receiver.":
    "callback_url — адрес архива самого Galley. Укажите адрес приёмника сайта.",
  "Archive not found: this address, api_key and material_id do not belong together, or the version is no longer kept (versions before the current one are removed two weeks or later after the last access).":
    "Архив не найден: адрес, api_key и material_id не относятся друг к другу, или эта версия больше не хранится (версии старше текущей удаляются не раньше чем через две недели после последнего обращения).",
  "Archive not found: this address, api_key and material_id do not belong together, or the font snapshot is no longer kept.":
    "Архив не найден: адрес, api_key и material_id не относятся друг к другу, или этот снимок шрифтов больше не хранится.",

  "Input should be greater than or equal to {n}": "Не меньше {n}",
  "Input should be less than or equal to {n}": "Не больше {n}",
  "String should have at least {n} character": "Не короче {n} {n:знака,знаков,знаков}",
  "String should have at least {n} characters": "Не короче {n} {n:знака,знаков,знаков}",
  "String should have at most {n} characters": "Не длиннее {n} {n:знака,знаков,знаков}",
  "String should be an http or https address": "Здесь нужен адрес http или https",
  "Input should be an http or https address, such as {example}": "Здесь нужен адрес http или https, например {example}",
  "Input should carry no user name or password; their place is metadata.webhook_auth_user":
    "В адресе не должно быть имени пользователя и пароля; их место — metadata.webhook_auth_user",
};
