import type { Environment } from "../../../server/contracts/console-api.ts";
import { environmentWords } from "../lib/words.ts";
import { messages } from "../messages/index.ts";

/** DEV or PROD as a chip: the word tells them apart, and production alone is solid ink. */
export function EnvironmentMark({ environment }: { environment: Environment }) {
  return (
    <span className="environment-mark" data-environment={environment} title={environmentWords(environment)}>
      {messages.projects.marks[environment]}
    </span>
  );
}

/** The title of a dialog that changes a project: which of the two it is stands before everything else. */
export function EnvironmentTitle({ environment, title }: { environment: Environment; title: string }) {
  return (
    <span className="line">
      <EnvironmentMark environment={environment} /> {title}
    </span>
  );
}
