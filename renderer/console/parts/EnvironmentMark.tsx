import type { Environment } from "../../../server/contracts/console-api.ts";
import { messages } from "../messages/index.ts";

export function EnvironmentMark({ environment }: { environment: Environment }) {
  return (
    <span className="environment-mark" data-environment={environment} title={messages.words.environments[environment]}>
      {messages.projects.marks[environment]}
    </span>
  );
}

export function EnvironmentTitle({ environment, title }: { environment: Environment; title: string }) {
  return (
    <span className="line">
      <EnvironmentMark environment={environment} /> {title}
    </span>
  );
}
