/** The console's listener with all that it serves. */
import path from "node:path";
import type { Addresses } from "./appliance.ts";
import type { Config } from "./config.ts";
import { createConsoleApp } from "./console/app.ts";
import { type ConsoleLogins, createConsoleLogins } from "./console/login.ts";
import { createConsoleViews } from "./console/views.ts";
import { isoTime, type Runtime } from "./core/runtime.ts";
import { createAttention } from "./deliveries/attention.ts";
import type { BodyBudget } from "./http/body-budget.ts";
import { createClientAddress } from "./http/client-address.ts";
import type { EventStream } from "./http/event-stream.ts";
import { createListener, type Listener } from "./http/listener.ts";
import type { Readiness } from "./http/readiness.ts";
import { createRequestBodies } from "./http/request-bodies.ts";
import { createThrottle } from "./http/throttle.ts";
import { createLogins } from "./logins/logins.ts";
import { proxyName } from "./outbound/environment-proxies.ts";
import type { Services } from "./services.ts";
import { createSessionLists } from "./sessions/session-lists.ts";
import type { Database } from "./storage/database.ts";

interface Parts {
  services: Services;
  config: Config;
  runtime: Runtime;
  database: Database;
  readiness: Readiness;
  bodyBudget: BodyBudget;
  consoleEvents: EventStream;
  /** Content of the token file. */
  token: string;
  /** Folder of the built pages. */
  webDir: string;
  version: string;
  startedAt: number;
  publicUrl: () => string;
  addresses: () => Addresses;
  /** Null where nobody restarts the appliance. */
  restart: (() => void) | null;
}

export function createConsoleListener(parts: Parts): { listener: Listener; oneTimeLink: ConsoleLogins["oneTimeLink"] } {
  const {
    config,
    runtime,
    database,
    readiness,
    bodyBudget,
    consoleEvents,
    token,
    webDir,
    version,
    startedAt,
    publicUrl,
    addresses,
    restart,
  } = parts;
  const {
    settings,
    audit,
    assets,
    drafts,
    projects,
    sessions,
    deliveries,
    versions,
    archives,
    fonts,
    snapshots,
    recipients,
    publishing,
    sandboxProject,
    backups,
    receiverChecks,
    wrongSignatures,
  } = parts.services;
  const { clock, random, log } = runtime;
  const logins = createLogins({ database, runtime, audit, token });
  const consoleLogins = createConsoleLogins({
    clock,
    random,
    throttle: createThrottle(clock),
    logins,
    token,
    consoleUrl: () => addresses().consoleUrl,
  });
  const listener = createListener(
    config.console,
    "--console-port",
    createRequestBodies({ clock, budget: bodyBudget, clientAddress: createClientAddress([]) }),
    createConsoleApp(
      {
        logins: consoleLogins,
        loginList: logins,
        views: createConsoleViews({ projects, versions, deliveries, drafts, assets }),
        projects,
        sessions,
        sessionLists: createSessionLists(database),
        versions,
        archives,
        deliveries,
        attention: createAttention(database),
        receiverChecks,
        wrongSignatures,
        settings,
        audit,
        events: consoleEvents,
        fonts: { fonts, snapshots, publishing, recipients },
        backup: { backups, restart: restart },
        version: version,
        applianceFacts: async () => ({
          version: version,
          public_url: publicUrl(),
          console_url: addresses().consoleUrl,
          sandbox_url: addresses().sandboxUrl,
          sandbox_project_id: sandboxProject,
          environment_proxies: {
            http: config.environmentProxies.http && proxyName(config.environmentProxies.http),
            https: config.environmentProxies.https && proxyName(config.environmentProxies.https),
          },
          data_dir: config.dataDir,
          disk_free_bytes: await readiness.diskFree(),
          started_at: isoTime(startedAt),
        }),
      },
      path.join(webDir, "console"),
      log,
    ),
  );
  return { listener, oneTimeLink: consoleLogins.oneTimeLink };
}
