/** The line that fonts are shown with, as the admin wrote it: kept by this browser, for all projects. */
import { useState } from "react";

const NAME = "galley:specimen";

/** "" where nobody has written one. */
export function useSpecimenText(): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(kept);
  return [
    text,
    (next) => {
      setText(next);
      try {
        if (next === "") window.localStorage.removeItem(NAME);
        else window.localStorage.setItem(NAME, next);
      } catch {
        // Where the browser keeps nothing for pages, it lasts as long as the page.
      }
    },
  ];
}

function kept(): string {
  try {
    return window.localStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}
