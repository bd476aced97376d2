import { counted } from "./words.ts";

export const replication = {
  name: "Replica",
  states: {
    off: "Off",
    ok: "Up to date",
    behind: "Behind",
    failing: "Failing",
    fenced: "Taken over",
  },
  copying: "First copy",
  lag: (ms: number): string => {
    const seconds = Math.max(1, Math.round(ms / 1_000));
    return seconds < 120 ? `${seconds} s behind` : `${Math.round(seconds / 60).toLocaleString("en")} min behind`;
  },
  lastDrill: "last drill",
  passed: "passed",
  failed: "failed",
  noDrill: "no drill yet",
  waiting: (files: number) => `${counted(files, "file")} waiting`,
  progress: (bytes: string, of: string, files: number, ofFiles: number) =>
    `${bytes} of ${of}, ${files.toLocaleString("en")} of ${counted(ofFiles, "file")}`,
  left: (ms: number): string => (ms < 90_000 ? "about a minute left" : `about ${Math.round(ms / 60_000)} min left`),

  what: "Galley copies all data to a second machine or disk within seconds. After a failure, a standby continues from there.",
  target: "Target",
  targetHint:
    "A folder on another disk, <code>sftp://user@host/path</code>, <code>s3://bucket/prefix?endpoint=…</code> or <code>rclone:REMOTE:path</code>. Articles are stored there unencrypted.",
  test: "Test",
  tested: (seconds: string) => `Passed in ${seconds} s.`,
  testFailed: "Test failed.",
  key: "Include the key",
  keyHint: "Encrypted with a passphrase. A takeover then needs only the target and the passphrase.",
  drill: "Run drill now",
  drilling: "The drill is running…",
  drillHint: "A drill restores the replica to a temporary folder and checks it. One runs every week.",
  testing: "The test is running…",
  stop: "Stop replication…",
  stopTitle: "Stop replication?",
  stopWhy: "Galley stops copying. The existing copy stays at the target.",
  stopAction: "Stop replication",

  fenced: (machine: string) => `${machine} took over`,
  fencedSince: "Since <time></time>, this Galley is read-only: it does not copy, save or send.",
  fencedTodo:
    "Move DNS or the proxy to that machine, then stop this one. Editors keep unsaved changes in the browser until then.",
  continueHere: "Continue here…",
  continueTitle: "Continue on this machine?",
  continueWhy: (machine: string) =>
    `Stop ${machine} first: versions that it saved are not here, and sites would receive articles from both. Replication stops; set a new target afterwards.`,
  restartNeeded: "Restart Galley afterwards. It sends nothing until then.",
  continueAction: "Continue here",
};
