import type { EditorEvents, SavedVersion, VersionView } from "../../../server/contracts/editor-api.ts";
import { createStore, type Readable } from "../lib/store.ts";

/** The versions of the article as far as this tab has heard, newest first. */
export interface Versions {
  readonly list: Readable<VersionView[]>;
  find(number: number | null): VersionView | null;
  /** Counts what was heard; to be noted before the appliance is asked for a list. */
  heardSoFar(): number;
  /**
   * A fresh list of the appliance. What was heard since it was asked for stays: the list may be older than that.
   * @param heard what `heardSoFar` said when it was asked for
   */
  replace(versions: VersionView[], heard: number): void;
  /** Versions that were saved before those that are known. */
  addOlder(versions: VersionView[]): void;
  /** `event: version` */
  heard(version: EditorEvents["version"]): void;
  /** `event: delivery`; it may come before the version that it belongs to. */
  moved(delivery: EditorEvents["delivery"]): void;
  /** This tab's own save, where the answer is faster than the event. */
  saved(version: SavedVersion, userEmail: string | null): void;
}

export function createVersions(initial: VersionView[]): Versions {
  const list = createStore<VersionView[]>([]);
  let heardSoFar = 0;
  /** By number, with the count at which each was heard. */
  const deliveries = new Map<number, { delivery: VersionView["delivery"]; heard: number }>();
  const versions = new Map<number, number>();

  function put(all: VersionView[]): void {
    const byNumber = new Map(all.map((version) => [version.number, version]));
    const newest = Math.max(0, ...byNumber.keys());
    list.set(
      [...byNumber.values()]
        .map((version) => ({
          ...version,
          current: version.number === newest,
          delivery: deliveries.get(version.number)?.delivery ?? version.delivery,
        }))
        .sort((one, other) => other.number - one.number),
    );
  }

  /** A version of which there is news. */
  function add(version: VersionView): void {
    heardSoFar += 1;
    versions.set(version.number, heardSoFar);
    put([...list.get(), version]);
  }

  put(initial);
  return {
    list,
    find: (number) => list.get().find((version) => version.number === number) ?? null,
    heardSoFar: () => heardSoFar,
    replace(fresh, heard) {
      const isNews = ({ number }: VersionView) => (versions.get(number) ?? 0) > heard;
      for (const [number, delivery] of deliveries) if (delivery.heard <= heard) deliveries.delete(number);
      put([...list.get().filter(isNews), ...fresh]);
    },
    addOlder: (older) => put([...older, ...list.get()]),
    heard: add,
    moved({ version_number, ...delivery }) {
      heardSoFar += 1;
      deliveries.set(version_number, { delivery, heard: heardSoFar });
      put(list.get());
    },
    saved(version, userEmail) {
      if (list.get().some((known) => known.number === version.number)) return;
      const { number, version_id, created_at } = version;
      add({
        number,
        version_id,
        created_at,
        user_email: userEmail,
        readable: true,
        size: 0,
        current: true,
        delivery: null,
      });
    },
  };
}

/** The version that somebody else saved after this tab's words were begun; null where there is none. */
export function newerVersion(list: VersionView[], base: number | null): VersionView | null {
  const newest = list[0];
  return newest !== undefined && newest.number > (base ?? 0) ? newest : null;
}
