/** The key by letter or, on a non-Latin keyboard, by position, so that j and k work there. */
export function keyOf({ key, code }: Pick<KeyboardEvent, "key" | "code">): string {
  const place = /^Key([A-Z])$/.exec(code)?.[1];
  return place !== undefined && key.length === 1 && !/[a-z]/i.test(key) ? place.toLowerCase() : key;
}

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");

export const isDialogOpen = (): boolean => document.querySelector("[role='dialog'], [role='alertdialog']") !== null;
