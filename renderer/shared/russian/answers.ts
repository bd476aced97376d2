import type { Catalogue } from "../sentences.ts";

/** What any request may be answered: `server/http/`, `server/api/integration/`, the shape of a request. */
export const answers: Catalogue = {
  "The request did not arrive in time.": "Запрос не пришёл вовремя.",
  "The headers of the request are larger than the limit of {n} bytes.":
    "Заголовки запроса больше предела: {n} {n:байт,байта,байт}.",
  "Requests from {origin} are not accepted here.": "Запросы с {origin} здесь не принимаются.",
  "Requests from other sites are not accepted here.": "Запросы с других сайтов здесь не принимаются.",
  "{site} answered with status {n}.": "Сервер {site} ответил кодом {n}.",
  "No address of this host may be dialled.": "Ни к одному из адресов этого хоста обращаться нельзя.",
  "The proxy answered with status {n}.": "Прокси ответил кодом {n}.",
  "String should have at least {n} character": "Не короче {n} {n:знака,знаков,знаков}",
  "String should have at least {n} characters": "Не короче {n} {n:знака,знаков,знаков}",
  "String should have at most {n} characters": "Не длиннее {n} {n:знака,знаков,знаков}",
  "String should be an http or https address": "Здесь нужен адрес http или https",
};
