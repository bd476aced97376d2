import { execFile } from "node:child_process";

const ASK_LIMIT_MS = 1_500;
/** Who shows such icons on Linux holds this name on the session's bus. */
const QUESTION = [
  "call --session --dest org.freedesktop.DBus --object-path /org/freedesktop/DBus",
  "--method org.freedesktop.DBus.NameHasOwner org.kde.StatusNotifierWatcher",
].flatMap((part) => part.split(" "));

/** Asked late, since the panel may start after Galley. Without the bus, the desktop's name decides: GNOME has icons on Ubuntu only. */
export function canSeeTray(): Promise<boolean> {
  if (process.platform !== "linux") return Promise.resolve(true);
  return new Promise((resolve) => {
    execFile("gdbus", QUESTION, { timeout: ASK_LIMIT_MS }, (error, stdout) => {
      if (error === null) resolve(stdout.includes("true"));
      else resolve(showsTray(process.env.XDG_CURRENT_DESKTOP ?? ""));
    });
  });
}

function showsTray(desktops: string): boolean {
  const names = desktops.toLowerCase().split(":");
  return !names.includes("gnome") || names.includes("ubuntu");
}
