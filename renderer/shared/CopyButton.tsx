import { ActionIcon, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy, IconX } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { sharedWords } from "./language.ts";

type State = "ready" | "copied" | "refused";

const SHOWN_MS = 1_600;

/** Copies `value` and confirms it briefly, also to screen readers. */
export function CopyButton({ value, what }: { value: string; what: string }) {
  const [state, setState] = useState<State>("ready");

  useEffect(() => {
    if (state === "ready") return;
    const timer = setTimeout(() => setState("ready"), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const words = sharedWords;
  const label = state === "ready" ? words.copy(what) : state === "copied" ? words.copied : words.copyRefused;
  const Icon = state === "ready" ? IconCopy : state === "copied" ? IconCheck : IconX;
  return (
    <Tooltip label={label} {...(state === "ready" ? {} : { opened: true })}>
      <ActionIcon
        variant="subtle"
        // At least 24 px, for fingers.
        size={24}
        aria-label={label}
        onClick={() => void copyText(value).then((done) => setState(done ? "copied" : "refused"))}
      >
        <Icon size={15} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** The clipboard API needs https or loopback; plain http needs execCommand. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.style.position = "fixed";
  area.style.opacity = "0";
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}
