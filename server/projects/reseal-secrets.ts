/** What a restore does to projects: their secrets move from the key of the backup to the key of the data folder. */
import type { Random } from "../core/runtime.ts";
import type { Database } from "../storage/database.ts";
import type { SecretBox } from "../storage/secret-box.ts";
import { createProjectStore } from "./project-store.ts";
import { newSecret, SECRET_PURPOSE } from "./projects.ts";

/** More than there can be. */
const ALL = 1_000_000;

/**
 * Seals every secret under another key. Where the old key is not known, each project gets a new secret.
 * @param from null where nobody has the key
 * @returns the names of the projects with a new secret
 * @throws when a secret is not of the key `from`
 */
export function resealSecrets(database: Database, from: SecretBox | null, to: SecretBox, random: Random): string[] {
  const store = createProjectStore(database);
  const move = (sealed: Buffer, box: SecretBox) => to.seal(box.open(sealed, SECRET_PURPOSE), SECRET_PURPOSE);
  return database.transaction(() => {
    const renewed: string[] = [];
    for (const project of store.all(ALL)) {
      if (from !== null) {
        const formerSecrets = project.formerSecrets.map((former) => ({ ...former, secret: move(former.secret, from) }));
        store.update({ ...project, secret: move(project.secret, from), formerSecrets });
        continue;
      }
      const secret = to.seal(newSecret({ random }), SECRET_PURPOSE);
      store.update({ ...project, secret, siteSecretNumber: project.secretNumber, formerSecrets: [] });
      renewed.push(project.name);
    }
    return renewed;
  })();
}
