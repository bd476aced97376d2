/** Runs of a property: `few` in `npm test`, `many` in `npm run test:nightly -- fuzz`, which sets GALLEY_ALL_RUNS. */
export const runs = (few: number, many: number): number => (process.env.GALLEY_ALL_RUNS === "1" ? many : few);
