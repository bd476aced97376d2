import { Button, TextInput } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import type { Desk } from "../desk.ts";
import { messages } from "../messages.ts";
import { useStore } from "../use-store.ts";
import { SAVE_KEY } from "./keys.ts";

export function Header({ desk, onHistory }: { desk: Desk; onHistory: () => void }) {
  const { session } = desk;
  const author = useStore(desk.author);
  const t = messages.header;
  return (
    <div className="header">
      <div className="identity">
        <h1 title={session.material_id}>{session.material_id}</h1>
        <p>{t.on(session.site, session.project_name)}</p>
      </div>
      <TextInput
        className="author"
        size="xs"
        aria-label={t.author}
        placeholder={t.authorPlaceholder}
        autoComplete="email"
        maxLength={320}
        value={author}
        onChange={(event) => desk.author.set(event.currentTarget.value)}
      />
      <Button
        className="history-button"
        variant="subtle"
        color="gray"
        size="xs"
        leftSection={<IconHistory size={16} stroke={1.7} aria-hidden />}
        onClick={onHistory}
      >
        {t.history}
      </Button>
      <Button size="xs" title={t.saveHint(SAVE_KEY)} onClick={desk.saver.press}>
        {t.save}
      </Button>
    </div>
  );
}
