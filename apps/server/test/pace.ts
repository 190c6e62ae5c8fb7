/** How many times slower than idle this machine was at the start of the run (scripts/lib/pace.mjs). */
const pace = Number(process.env.TEST_PACE ?? 1)

/** A limit of time, as it is meant for an idle machine. @returns milliseconds for this one */
export const patience = (ms: number): number => Math.round(ms * pace)
