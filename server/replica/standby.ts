/** Follows a replica on a second machine: fetches and checks it every minute, or every five minutes from 1 GB. */
import fs from "node:fs";
import path from "node:path";
import { type Sentence, sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { pause, type Runtime } from "../core/runtime.ts";
import { DATABASE_FILE } from "../storage/database.ts";
import { type Fetched, fetchReplica, type Source, STANDBY_FOLDER } from "./take-over.ts";

const INTERVAL_MS = 60_000;
const LONG_INTERVAL_MS = 5 * 60_000;
/** Size of a large database, bytes. */
const LARGE = 1_000_000_000;

export interface StandbyState {
  /** The newest fetched and checked copy; null if there is none yet. */
  fetched: Fetched | null;
  /** Why the last fetch failed; null if it succeeded. */
  fault: Sentence | null;
}

export function startStandby(source: Source, { clock, log }: Runtime) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const state: StandbyState = { fetched: null, fault: null };

  const fetch = async () => {
    try {
      state.fetched = await fetchReplica(source, () => {}, signal);
      if (state.fault !== null) log.info(`Following ${source.target} works again.`);
      state.fault = null;
    } catch (error) {
      if (signal.aborted) return;
      const reason = error instanceof AppError ? error.sentence : null;
      if (reason === null) log.error("The replica could not be fetched.", error);
      const detail = `${(error as Error).message}.`;
      const fault = reason ?? sentence("replica.other", { target: source.target, detail });
      if (state.fault?.detail !== fault.detail) log.warn(fault.detail);
      state.fault = fault;
    }
  };
  const isLarge = () => {
    const file = path.join(source.dataDir, STANDBY_FOLDER, DATABASE_FILE);
    return (fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= LARGE;
  };
  const done = (async () => {
    while (!signal.aborted) {
      await fetch();
      await pause(clock, isLarge() ? LONG_INTERVAL_MS : INTERVAL_MS, signal);
    }
  })();
  return {
    state,
    async stop(): Promise<void> {
      stopping.abort(new Error("The standby stops."));
      await done;
    },
  };
}
