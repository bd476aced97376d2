/** Small values stored in this browser. Failures, such as in a private window, are ignored. */
export interface Memory {
  get(name: string): string | null;
  set(name: string, value: string): void;
}

export function browserMemory(storage: () => Storage): Memory {
  const attempt = <T>(work: (store: Storage) => T): T | null => {
    try {
      return work(storage());
    } catch {
      return null;
    }
  };
  return {
    get: (name) => attempt((store) => store.getItem(`galley.${name}`)),
    set: (name, value) => void attempt((store) => store.setItem(`galley.${name}`, value)),
  };
}

/** 22 characters A-Z a-z 0-9 _ -. `crypto.randomUUID` is missing on a plain http URL of the local network. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
