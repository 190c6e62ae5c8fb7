import { every } from '../../platform/jobs.ts'
import type { Services } from '../../platform/module.ts'
import { forgetHours } from './queries.ts'

const forgetEveryMs = 6 * 3_600_000

/** Forgets hours that are too old. It may run in any number of processes at once. */
export const startJobs = ({ db, log }: Services) => every(forgetEveryMs, log, () => forgetHours(db))
