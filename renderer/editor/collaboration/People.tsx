import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { PersonView } from "../../../server/contracts/editor-api.ts";
import type { ArticleSession } from "../client/article-session.ts";
import { messages } from "../messages/index.ts";
import { useStore } from "../ui/lib/store.ts";
import { hueOf } from "./carets.ts";
import { nameOf, type Presence } from "./presence.ts";

const MAX_AVATARS = 4;

interface PeopleProps {
  articleSession: Pick<ArticleSession, "author" | "presence"> & {
    carets: { goTo(person: PersonView): void };
  };
}

/** The other people in the article; a click scrolls to a person's cursor. Announces who joins and leaves. */
export function People({ articleSession: { author, presence, carets } }: PeopleProps) {
  const { others } = useStore(presence.state);
  const own = useStore(author);
  const announcement = useArrivals(others, own);
  const t = messages.people;
  return (
    <>
      <span role="status" className="unseen">
        {announcement}
      </span>
      {others.length > 0 && (
        <ul className="people plain-list" aria-label={t.label}>
          {others.slice(0, MAX_AVATARS).map((person) => (
            <li key={person.client_id}>
              <button
                type="button"
                className="people-person"
                data-initials={initials(nameOf(person, own))}
                style={{ "--hue": hueOf(person) } as React.CSSProperties}
                data-reading={person.mode === "reading" || undefined}
                title={t.person(nameOf(person, own), person.mode === "reading")}
                aria-label={t.goTo(nameOf(person, own))}
                onClick={() => carets.goTo(person)}
              />
            </li>
          ))}
          {others.length > MAX_AVATARS && (
            <li
              className="people-more"
              title={others
                .slice(MAX_AVATARS)
                .map((person) => nameOf(person, own))
                .join(", ")}
            >
              +{others.length - MAX_AVATARS}
            </li>
          )}
        </ul>
      )}
    </>
  );
}

function initials(name: string): string {
  const words = name.split(/[@\s._-]+/u).filter(Boolean);
  return words
    .slice(0, name.includes("@") ? 1 : 2)
    .map((word) => [...word][0]?.toUpperCase() ?? "")
    .join("");
}

function useArrivals(others: PersonView[], own: string): string {
  const before = useRef(others);
  const [announcement, setAnnouncement] = useState("");
  useEffect(() => {
    const names = (people: PersonView[], except: PersonView[]) =>
      people
        .filter(({ client_id }) => except.every((each) => each.client_id !== client_id))
        .map((person) => nameOf(person, own));
    const [joined, left] = [names(others, before.current), names(before.current, others)];
    before.current = others;
    const t = messages.people;
    const sentences = [...joined.map(t.joined), ...left.map(t.left)];
    if (sentences.length > 0) setAnnouncement(sentences.join(" "));
  }, [others, own]);
  return announcement;
}

/** Replaces the toolbar in a read-only tab. */
export function ReadingBar({ presence }: { presence: Presence }) {
  const t = messages.people;
  return (
    <section className="row" aria-label={t.reading}>
      <span className="note" role="status">
        {t.youRead}
      </span>
      <Button size="xs" variant="subtle" onClick={() => presence.choose("editing")}>
        {t.edit}
      </Button>
    </section>
  );
}
