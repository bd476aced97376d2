import { foldedWords } from "../contracts/log-query.ts";
import type { Database } from "../storage/database.ts";

/** Finds the ids of projects by a part of their name, in the form of `foldedWords`. */
export function createProjectNames(database: Database): (part: string) => string[] {
  const projects = database.prepare<[], { id: string; name: string }>("SELECT id, name FROM projects");
  return (part) =>
    projects
      .all()
      .filter(({ name }) => foldedWords(name).includes(part))
      .map(({ id }) => id);
}
