import type { PersonView } from "../../../server/contracts/editor-api.ts";
import { messages } from "../messages/index.ts";

/** How a person is called here. @param own the author's name of this very tab */
export function nameOf(person: PersonView, own: string): string {
  const author = person.author.trim();
  if (author === "") return messages.around.people.somebody;
  return author === own.trim() ? messages.around.people.anotherTab : author;
}

/** Everybody, each name once. */
export function namesOf(people: PersonView[], own: string): string {
  return [...new Set(people.map((person) => nameOf(person, own)))].join(", ");
}
