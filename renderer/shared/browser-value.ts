/** A text under this name in local storage. Without local storage, it lasts until the page is reloaded. */
export function browserValue(name: string) {
  let inMemory: string | null = null;
  return {
    read(): string | null {
      try {
        return window.localStorage.getItem(name) ?? inMemory;
      } catch {
        return inMemory;
      }
    },
    /** @param text null removes the value */
    write(text: string | null): void {
      inMemory = text;
      try {
        if (text === null) window.localStorage.removeItem(name);
        else window.localStorage.setItem(name, text);
      } catch {
        // It stays in memory.
      }
    },
  };
}
