import type { Catalogue } from "../../../../shared/sentences.ts";

/** Projects, materials, versions and deliveries: `server/projects/`, `server/deliveries/`, `server/api/console/`. */
export const projects: Catalogue = {
  "This project belongs to the sample site and cannot be deleted. The sample site can be switched off in the settings.":
    "Этот проект принадлежит пробному сайту, удалить его нельзя. Пробный сайт можно выключить в настройках.",
};
