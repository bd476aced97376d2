/**
 * `node --import process-state.mjs …`: on SIGUSR2, collects garbage, and writes changes of built-in prototypes as JSON to the
 * file PROCESS_STATE_FILE.
 */
import fs from "node:fs";
import v8 from "node:v8";
import vm from "node:vm";

v8.setFlagsFromString("--expose-gc");
const collect = vm.runInNewContext("gc");

const prototypes = { Object, Array, Function, String, Number, Boolean, Map, Set, Buffer, Promise, RegExp, Error };
const namesOf = () =>
  Object.entries(prototypes).flatMap(([name, { prototype }]) =>
    Reflect.ownKeys(prototype).map((key) => `${name}.${String(key)}`),
  );

let clean = new Set(namesOf());
// Changes made while the service's own modules load are not pollution.
setTimeout(() => (clean = new Set(namesOf())), 1_000).unref();

process.on("SIGUSR2", () => {
  collect();
  const file = String(process.env.PROCESS_STATE_FILE);
  fs.writeFileSync(`${file}.tmp`, JSON.stringify(namesOf().filter((name) => !clean.has(name))));
  fs.renameSync(`${file}.tmp`, file);
});
