import { every } from '../../platform/jobs.ts'
import type { Services } from '../../platform/module.ts'
import { cleanUp } from './queries.ts'

const cleanEveryMs = 3_600_000
/** After the order's end: nobody calls back any more. */
const phoneDays = 90

/** Forgets what is not needed any more, in any number of servers at once. */
export const startJobs = ({ db, log }: Services): { stop(): Promise<void> } =>
  every(cleanEveryMs, log, () => cleanUp(db, phoneDays))
