/**
 * Notifies systemd (`Type=notify`, `WatchdogSec=`): ready, stopping, watchdog. Node cannot open a datagram socket,
 * so `systemd-notify` sends them; the unit needs `NotifyAccess=all`.
 */
import { execFile } from "node:child_process";
import type { Log } from "../core/runtime.ts";

export type ServiceManager = ReturnType<typeof connectServiceManager>;

/** Does nothing where no service manager listens. */
export function connectServiceManager(env: NodeJS.ProcessEnv, log: Log) {
  let watchdog: NodeJS.Timeout | null = null;
  let isFailing = false;

  const send = (...fields: string[]): Promise<void> => {
    if (!env.NOTIFY_SOCKET) return Promise.resolve();
    return new Promise((resolve) => {
      execFile("systemd-notify", fields, { env }, (error) => {
        if (error !== null && !isFailing)
          log.warn(`systemd could not be notified (${error.message.trim()}). Is systemd-notify installed?`);
        isFailing = error !== null;
        resolve();
      });
    });
  };

  return {
    /** @param status for `systemctl status` */
    ready(status: string): void {
      void send("READY=1", `STATUS=${status}`);
      const pause = watchdogPause(env);
      if (pause === null || watchdog !== null) return;
      // On the main thread, so that it stops when the event loop is blocked.
      watchdog = setInterval(() => void send("WATCHDOG=1"), pause);
      watchdog.unref();
    },
    stopping: (): void => void send("STOPPING=1", "STATUS=Stopping"),
  };
}

/**
 * ms between two watchdog notifications: half of what the unit allows; null without a watchdog. WATCHDOG_PID is ignored,
 * because it may be the process id of scripts/start.mjs.
 */
function watchdogPause(env: NodeJS.ProcessEnv): number | null {
  const limit = Number(env.WATCHDOG_USEC ?? 0) / 1000;
  return limit > 0 ? limit / 2 : null;
}
