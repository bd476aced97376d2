/** A deb's life on a machine: installed, working as a service, upgraded, removed, purged. */
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { startSite } from "../../support/site.ts";
import { bring, inside, makeCleanRoot, noCleanRoot, PROJECT_INSIDE, runInside } from "./clean-root.ts";
import {
  ANY_PORTS,
  type Delivered,
  mustStillServe,
  putStandIn,
  type Running,
  saveAndDeliver,
  start,
} from "./running.ts";
import { must, skip, step, tool } from "./steps.ts";

export interface CheckedDeb {
  file: string;
  /** The same with a higher version; undefined: nothing to upgrade to. */
  next: string | undefined;
  version: string;
  isMadeUp: boolean;
}

/** Has AppArmor 4, as the Ubuntu whose restriction the profile is for. */
const SUITE = "trixie";
const SETTINGS = "GALLEY_PUBLIC_URL=https://galley.example.org\n";
/** Of somebody who also uses the desktop app on that machine. */
const OF_A_PERSON = "home/ann/.local/share/galley/galley.db";

/**
 * @param root a folder to make a clean system in
 * @param project this work tree
 */
export async function checkInstalling(deb: CheckedDeb, root: string, project: string): Promise<void> {
  const hindrance = await noCleanRoot();
  if (hindrance !== null) return skip("installing, upgrading, removing and purging the deb", hindrance);
  const made = await step(`a clean Debian ${SUITE} in a folder`, () => makeCleanRoot(root, SUITE));
  if (!made) return;
  const run = (...command: string[]) => runInside(root, project, command);
  const at = (file: string) => path.join(root, file);
  fs.mkdirSync(at(path.dirname(OF_A_PERSON)), { recursive: true });
  fs.writeFileSync(at(OF_A_PERSON), randomBytes(16));

  await step("apt finds all that the deb depends on", async () => {
    const said = await run("apt-get", "install", "--simulate", "--no-install-recommends", bring(root, deb.file));
    return `${said.match(/^Inst /gm)?.length} packages`;
  });
  const how = deb.isMadeUp ? "dpkg -i, without the libraries of the Electron that is not in it" : "apt-get install";
  const installed = await step(`installed (${how})`, async () => {
    const said = await install(deb, bring(root, deb.file), run);
    must(said.includes("systemctl enable --now galley"), "it did not say how to go on");
    must((await run("dpkg", "--status", "galley")).includes("Status: install ok installed"), "dpkg says otherwise");
    must(fs.existsSync(at("etc/apparmor.d/galley")), "the AppArmor profile is not in /etc/apparmor.d");
    must(!fs.existsSync(at("etc/systemd/system/multi-user.target.wants/galley.service")), "the service is enabled");
    return (await run("getent", "passwd", "galley")).trim();
  });
  if (!installed) return;
  await step("installed again over itself", () => async () => {
    await install(deb, bring(root, deb.file), run);
  });
  await step("systemd-analyze verify galley.service", async () => {
    must((await run("systemd-analyze", "verify", "galley.service")).trim() === "", "it has something to say");
  });
  await step("AppArmor compiles the profile", async () => {
    await run("apparmor_parser", "--skip-kernel-load", "--skip-cache", "--debug", "/etc/apparmor.d/galley");
  });

  const site = await startSite();
  try {
    await checkService(deb, { root, project, run, at }, site);
  } finally {
    await site.close();
  }
}

interface Place {
  root: string;
  project: string;
  run(...command: string[]): Promise<string>;
  at(file: string): string;
}

async function checkService(deb: CheckedDeb, place: Place, site: Awaited<ReturnType<typeof startSite>>): Promise<void> {
  const { run, at } = place;
  const onStandIn = deb.isMadeUp ? ", on the stand-in" : "";
  /** As the unit starts it; systemd makes the folder before the first start. */
  const serve = async (): Promise<Running> => {
    if (deb.isMadeUp) {
      const seen = { content: "/srv/content", project: PROJECT_INSIDE };
      putStandIn(at("usr/lib/galley"), at("srv/content"), seen);
    }
    await run("install", "-d", "-m", "700", "-o", "galley", "-g", "galley", "/var/lib/galley");
    const command = ["HOME=/var/lib/galley", "/usr/bin/galley", "serve", ...ANY_PORTS];
    return start("unshare", inside(place.root, place.project, "galley:galley", command), process.env);
  };
  let delivered: Delivered | undefined;
  await step(`/usr/bin/galley serve as the user galley: a save and its delivery${onStandIn}`, async () => {
    const galley = await serve();
    try {
      delivered = await saveAndDeliver(galley, at("var/lib/galley"), site);
      must((fs.statSync(at("var/lib/galley")).mode & 0o777) === 0o700, "/var/lib/galley is open to others");
    } finally {
      await galley.stop();
    }
    return `version ${galley.version}`;
  });

  const { next } = deb;
  if (next === undefined) skip("an upgrade", "only the file that was named is looked at");
  else
    await step(`upgraded, with its settings and articles${onStandIn}`, async () => {
      must(delivered !== undefined, "there was nothing saved before");
      fs.writeFileSync(at("etc/default/galley"), SETTINGS);
      await install(deb, bring(place.root, next), run);
      must(fs.readFileSync(at("etc/default/galley"), "utf8") === SETTINGS, "the settings were overwritten");
      fs.writeFileSync(at("etc/default/galley"), "");
      const galley = await serve();
      try {
        must(galley.version !== deb.version, `it is still version ${galley.version}`);
        await mustStillServe(galley, site, delivered);
      } finally {
        await galley.stop();
      }
      return `${deb.version} to ${galley.version}`;
    });

  await step("removed: the program goes, the articles stay", async () => {
    const said = await run("dpkg", "--remove", "galley");
    must(said.includes("/var/lib/galley"), "it did not say where the articles are");
    for (const file of ["usr/bin/galley", "usr/lib/galley", "etc/apparmor.d/galley"])
      must(!fs.existsSync(at(file)), `${file} is still there`);
    must(fs.existsSync(at("var/lib/galley/galley.db")), "the articles are gone");
    must(fs.existsSync(at("etc/default/galley")), "the settings are gone");
  });
  const purge = () => run("dpkg", "--purge", "galley");
  const yes = "printf 'galley galley/delete-data boolean true\\n' | debconf-set-selections";
  const again = async () => {
    await install(deb, bring(place.root, deb.file), run);
    await run("sh", "-c", yes);
    await run("dpkg", "--remove", "galley");
  };
  const mustStay = (said: string, why: string) => {
    must(said.includes(why), `it did not say why: ${said}`);
    must(fs.existsSync(at("var/lib/galley/galley.db")), "the articles are gone");
  };
  await step("purged without an answer: the articles stay", async () => {
    mustStay(await purge(), "stay in /var/lib/galley. To delete them for good");
  });
  await step("purged with a yes while the server package uses the folder: the articles stay", async () => {
    for (const [sign, make] of [
      ["/etc/systemd/system/galley.service", "touch /etc/systemd/system/galley.service"],
      ["/opt/galley", "mkdir -p /opt/galley/0.0.1 && ln -s 0.0.1 /opt/galley/current"],
    ] as const) {
      await again();
      await run("sh", "-c", make);
      mustStay(await purge(), "another installation of Galley uses the folder");
      await run("rm", "-r", sign);
    }
  });
  await step("purged with a yes while a process holds the folder: the articles stay", async () => {
    await again();
    const lock = new Sqlite(at("var/lib/galley/galley.lock"));
    lock.exec("BEGIN EXCLUSIVE");
    try {
      mustStay(await purge(), "another installation of Galley uses the folder");
    } finally {
      lock.close();
    }
  });
  await step(
    "purged with a yes: the service's articles go, those of persons stay, and nothing is left over",
    async () => {
      await again();
      const said = await purge();
      must(said.includes("Deleting the service's articles"), `it did not say so: ${said}`);
      must(fs.existsSync(at(OF_A_PERSON)), "the articles of a person are gone");
      const left = await run(
        "sh",
        "-c",
        "find / -xdev -name '*galley*' -not -path '/root/*' -not -path '/home/*' -not -path '/srv/*' -not -path '/mnt/*'",
      );
      must(left.trim() === "", `left over: ${left}`);
      must(!(await run("debconf-show", "galley")).includes("delete-data"), "debconf keeps the question");
    },
  );
}

function install(deb: CheckedDeb, file: string, run: Place["run"]): Promise<string> {
  return deb.isMadeUp ? run("dpkg", "--force-depends", "-i", file) : run("apt-get", "install", "-y", file);
}

/** The rpm by the rpm of this machine: its scripts run inside, and its libraries have other names there. */
export async function checkRpmInstalling(file: string, root: string, project: string): Promise<void> {
  const at = (name: string) => path.join(root, name);
  const rpm = (...args: string[]) => tool("rpm", ["--root", root, "--nodeps", ...args]);
  await tool("rpm", ["--root", root, "--initdb"]);
  const said = await rpm("-i", file);
  must(said.includes("systemctl enable --now galley"), `it did not say how to go on: ${said}`);
  must(fs.existsSync(at("etc/apparmor.d/galley")), "its script did not run to the end");
  await runInside(root, project, ["install", "-d", "-m", "700", "-o", "galley", "/var/lib/galley"]);
  await rpm("-U", "--force", file);
  must(fs.existsSync(at("usr/lib/galley/bin/galley")), "an upgrade took the program away");
  const farewell = await rpm("-e", "galley");
  must(farewell.includes("/var/lib/galley"), `it did not say where the articles are: ${farewell}`);
  must(!fs.existsSync(at("usr/lib/galley")), "the program is still there");
  must(fs.existsSync(at("var/lib/galley")), "the articles are gone");
}
