import type { Catalogue } from "../../../../shared/sentences.ts";

/** Projects, materials, versions and deliveries: `server/projects/`, `server/deliveries/`, `server/api/console/`. */
export const projects: Catalogue = {
  "There are {n} projects already; use one of them for this site.":
    "Проектов уже {n}; используйте для этого сайта один из них.",
  "The current secret is the only one that is accepted.": "Принимается только нынешний секрет, прежнего нет.",
  "To delete the project, type its name: {name}": "Чтобы удалить проект, введите его название: {name}",
  "There is no project {id}.": "Проекта {id} нет.",
  "This project belongs to the sample site and cannot be deleted. The sample site can be switched off in the settings.":
    "Этот проект принадлежит пробному сайту, удалить его нельзя. Пробный сайт можно выключить в настройках.",
  "Too many host names are being looked up just now; try again in a moment.":
    "Сейчас запрошены адреса слишком многих хостов; попробуйте через минуту.",
  "The key of {name} is disabled. Enable it, then restore the version.":
    "Ключ проекта {name} отключён. Включите его, затем восстановите версию.",
  "The key of {name} is disabled: the editor lets nobody in. Enable it first.":
    "Ключ проекта «{name}» выключен: редактор никого не пускает. Сначала включите ключ.",
  "There is no attempt {n} of a delivery {id}.": "Попытки {n} у доставки {id} нет.",
  "The credentials in this session's metadata cannot stand in a header.":
    "Учётные данные из metadata этого материала нельзя передать в заголовке.",
  "This callback waits for nothing any more, so there is nothing to cancel.":
    "Этот обратный вызов уже ничего не ждёт, отменять нечего.",
  "An allowed host is a name or *.name, perhaps with :port, such as cms.example.org or *.example.org:8443":
    "Разрешённый хост — имя или *.имя, можно с портом, например cms.example.org или *.example.org:8443",
  "At most {n} hosts": "Не больше {n} {n:хоста,хостов,хостов}",
  "At most {n} ids": "Не больше {n} {n:номера,номеров,номеров}",
  "This is not one or more certificates in PEM form (-----BEGIN CERTIFICATE----- …); a private key does not belong here":
    "Это не сертификаты в виде PEM (-----BEGIN CERTIFICATE----- …); закрытому ключу здесь не место",
  "A host for embeds is a name, perhaps with a path and a height or ratio after it, such as charts.example.org/embed 420px":
    "Хост для вставок — имя, за ним можно указать путь и высоту или пропорции, например charts.example.org/embed 420px",
  "Input should be {list}": "Можно только: {list}",
  "Input should be one of {list}": "Можно только: {list}",
  "Input should be a date and time with offset (ISO 8601)": "Здесь нужны дата и время со смещением (ISO 8601)",
};
