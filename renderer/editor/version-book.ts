import type { EditorEvents, SavedVersion, VersionView } from "../../server/editor/editor-api.ts";
import { createStore, type Readable } from "./store.ts";

/** The versions of the article as far as this tab has heard, newest first. */
export interface VersionBook {
  readonly list: Readable<VersionView[]>;
  find(number: number | null): VersionView | null;
  /** A fresh list of the appliance. */
  replace(versions: VersionView[]): void;
  /** Versions that were saved before those that are known. */
  addOlder(versions: VersionView[]): void;
  /** `event: version` */
  heard(version: EditorEvents["version"]): void;
  /** `event: delivery`; it may come before the version that it belongs to. */
  moved(delivery: EditorEvents["delivery"]): void;
  /** This tab's own save, where the answer is faster than the event. */
  saved(version: SavedVersion, userEmail: string | null): void;
}

export function createVersionBook(initial: VersionView[]): VersionBook {
  const list = createStore<VersionView[]>([]);
  const deliveries = new Map<number, VersionView["delivery"]>();

  function put(versions: VersionView[]): void {
    const byNumber = new Map(versions.map((version) => [version.number, version]));
    const newest = Math.max(0, ...byNumber.keys());
    list.set(
      [...byNumber.values()]
        .map((version) => ({
          ...version,
          current: version.number === newest,
          delivery: deliveries.get(version.number) ?? version.delivery,
        }))
        .sort((one, other) => other.number - one.number),
    );
  }

  function replace(versions: VersionView[]): void {
    deliveries.clear();
    put(versions);
  }

  replace(initial);
  return {
    list,
    find: (number) => list.get().find((version) => version.number === number) ?? null,
    replace,
    addOlder: (versions) => put([...versions, ...list.get()]),
    heard: (version) => put([...list.get(), version]),
    moved({ version_number, ...delivery }) {
      deliveries.set(version_number, delivery);
      put(list.get());
    },
    saved(version, userEmail) {
      if (list.get().some((known) => known.number === version.number)) return;
      const { number, version_id, created_at } = version;
      put([
        ...list.get(),
        {
          number,
          version_id,
          created_at,
          user_email: userEmail,
          readable: true,
          size: 0,
          current: true,
          delivery: null,
        },
      ]);
    },
  };
}

/** The version that somebody else saved after this tab's words were begun; null where there is none. */
export function newerVersion(list: VersionView[], base: number | null): VersionView | null {
  const newest = list[0];
  return newest !== undefined && newest.number > (base ?? 0) ? newest : null;
}
