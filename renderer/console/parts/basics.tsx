import { Box, Button, type ButtonProps } from "@mantine/core";
import { type Icon, IconDownload } from "@tabler/icons-react";
import { type ComponentProps, type ComponentPropsWithoutRef, Fragment, type ReactNode } from "react";
import type { Environment } from "../../../server/contracts/console-api.ts";
import { CopyButton } from "../../shared/CopyButton.tsx";
import { Time } from "../../shared/Time.tsx";
import { messages } from "../messages/index.ts";

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>;
}

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function CopyFact({ name, value }: { name: string; value: string }) {
  return (
    <Fact name={name}>
      <CopyLine value={value} what={name} />
    </Fact>
  );
}

export function CodeFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Fact name={name}>
      <code>{children}</code>
    </Fact>
  );
}

interface BlockProps {
  id: string;
  title: ReactNode;
  level?: 2 | 3;
  className?: string;
  /** On the line of the heading. */
  action?: ReactNode;
  children: ReactNode;
}

/** A section below a rule, with its heading. */
export function Block({ id, title, level = 3, className = "block", action, children }: BlockProps) {
  const Title = `h${level}` as const;
  const heading = <Title id={id}>{title}</Title>;
  return (
    <section className={className} aria-labelledby={id}>
      {action === undefined ? (
        heading
      ) : (
        <div className="between">
          {heading}
          {action}
        </div>
      )}
      {children}
    </section>
  );
}

export function CopyLine({ value, what }: { value: string; what: string }) {
  return (
    <span className="copy-line">
      <code className="wrap">{value}</code>
      <CopyButton value={value} what={what} />
    </span>
  );
}

const TAG = /<(\w+)>(.*?)<\/\1>/g;

interface PhraseProps {
  /** Such as "Next attempt <time></time>". */
  text: string;
  /** Rendered tags, except `code`, by name. */
  parts?: Readonly<Record<string, (words: string) => ReactNode>>;
}

export function Phrase({ text, parts = {} }: PhraseProps) {
  const drawn: ReactNode[] = [];
  let from = 0;
  for (const { 0: whole, 1: tag = "", 2: words = "", index } of text.matchAll(TAG)) {
    drawn.push(text.slice(from, index));
    drawn.push(parts[tag]?.(words) ?? (tag === "code" ? <code>{words}</code> : words));
    from = index + whole.length;
  }
  drawn.push(text.slice(from));
  // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by their position
  return drawn.map((part, place) => <Fragment key={place}>{part}</Fragment>);
}

/** A sentence with `<time></time>` in it. */
export function TimePhrase({ text, ...time }: { text: string } & ComponentProps<typeof Time>) {
  return <Phrase text={text} parts={{ time: () => <Time {...time} /> }} />;
}

interface MarkProps {
  tone: "good" | "waiting" | "bad" | "held" | "quiet";
  Icon?: Icon;
  /** Of a delivery or a site, for tests and styles. */
  state?: string;
  children: ReactNode;
}

/** A label in the colours of a state. */
export function Mark({ tone, Icon, state, children }: MarkProps) {
  return (
    <span className={`state-mark state-${tone}`} data-state={state}>
      {Icon && <Icon size={14} stroke={2} aria-hidden />}
      {children}
    </span>
  );
}

interface SourceProps {
  /** The copied text, shown unless there are children. */
  text: string;
  /** For the accessible name and the copy button. */
  what: string;
  className?: string;
  children?: ReactNode;
}

export function Source({ text, what, className = "source", children = text }: SourceProps) {
  return (
    <div className={className}>
      <Box pos="absolute" top="0.3rem" right="0.9rem" style={{ zIndex: 1 }}>
        <CopyButton value={text} what={what} />
      </Box>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={what}>
        <pre>{children}</pre>
      </section>
    </div>
  );
}

export function EnvironmentMark({ environment }: { environment: Environment }) {
  return (
    <span className="environment-mark" data-environment={environment} title={messages.words.environments[environment]}>
      {environment.toUpperCase()}
    </span>
  );
}

interface SmallButtonProps extends ButtonProps, Omit<ComponentPropsWithoutRef<"button">, keyof ButtonProps> {
  Icon?: Icon;
}

/** A small button inside a page, without fill unless it is the primary one. */
export function SmallButton({ Icon, ...rest }: SmallButtonProps) {
  return <Button size="xs" variant="default" leftSection={Icon && <Icon size={14} aria-hidden />} {...rest} />;
}

export function DownloadButton({ href, children }: { href: string; children: string }) {
  const icon = <IconDownload size={14} aria-hidden />;
  return (
    <Button component="a" href={href} download size="xs" variant="default" leftSection={icon}>
      {children}
    </Button>
  );
}
