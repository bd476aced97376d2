/** Loaded with `-r` before the service: causes uncaught errors on signals. */
process.on("SIGUSR2", () => void Promise.reject(new Error("a stray rejection")));
process.on("SIGWINCH", () => void Promise.reject(Object.create(null)));
process.on("SIGHUP", () => {
  throw new Error("a stray exception");
});
