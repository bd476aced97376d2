import type { RoomIn } from "../../../../server/contracts/sentences/index.ts";

export const outbound: RoomIn<"outbound"> = {
  name_not_found: "Эта машина не находит IP-адреса для {host}. Проверьте имя и его запись в DNS.",
  dns_silent: "Узнать адрес {host} не удалось: ни один сервер имён не ответил.",
  refused: "На {host} никто не отвечает. Запустите там прокси или проверьте порт.",
  reset: "Сервер {host} закрыл соединение без ответа. Проверьте, не перепутаны ли http и https.",
  no_tls: "Сервер {host} не использует TLS. Проверьте, не перепутаны ли http и https.",
  timeout: "{host} не отвечает. Возможно, соединение блокирует брандмауэр.",
  no_route: "С этой машины нет маршрута до {host}.",
  expired: "Срок сертификата {host} истёк. Обновите его.",
  wrong_name: "Сертификат {host} выдан не для {name}.",
  untrusted: "Сертификат {host} выдан неизвестным центром. Сайты и браузеры тоже могут его отвергнуть.",
  no_url: "{url} — не URL.",
  redirects: "{host} перенаправляет на {location}. Укажите этот URL как публичный.",
  another_url: "другой URL",
  bad_gateway: "Прокси на {host} отвечает {status}: до Galley он не добирается. Проверьте, куда он передаёт запросы.",
  not_galley: "По адресу {host} отвечает не Galley (код {status}). Проверьте URL и настройки прокси.",
  unreadable: "Ответ {host} не читается ({reason}).",
};
