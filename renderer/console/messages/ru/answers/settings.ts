import type { Catalogue } from "../../../../shared/sentences.ts";

/** Logins, network, notifications, support: `server/api/console/`, `server/admin/network/`, `server/admin/notifications/`, `server/outbound/`. */
export const settings: Catalogue = {
  "A name of the console is a host, perhaps with :port, such as galley.example.org or 10.0.0.7:8443":
    "Имя консоли — хост, можно с портом, например galley.example.org или 10.0.0.7:8443",
  "At most {n} names": "Не больше {n} {n:имени,имён,имён}",

  "another program": "другая программа",
  "a program of the user {user}": "программа пользователя {user}",
  "{name} (process {pid})": "{name} (процесс {pid})",
  "Port {port} on {host} is in use by {said}.": "Порт {port} на {host} занят: {said}.",
  "Start with another one: {flag}.": "Запустите с другим: {flag}.",
  'Start with another one: {flag}, or set "{field}" in {file}.':
    "Запустите с другим: {flag}, или задайте «{field}» в {file}.",
  "Port {port} is free: start with {flag}.": "Порт {port} свободен: запустите с {flag}.",
  'Port {port} is free: start with {flag}, or set "{field}" in {file}.':
    "Порт {port} свободен: запустите с {flag} или задайте «{field}» в {file}.",
  "This user may not listen on {address}. Choose a port above 1023 with {flag}.":
    "Этому пользователю {address} недоступен. Выберите порт больше 1023: {flag}.",
  "{host} is not an address of this machine. Give one that is, or 127.0.0.1.":
    "{host} — не адрес этой машины. Укажите её адрес или 127.0.0.1.",
};
