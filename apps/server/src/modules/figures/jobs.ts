import { every } from '../../platform/jobs.ts'
import type { Services } from '../../platform/module.ts'
import { foldFigures, forgetHours } from './queries.ts'

const tidyEveryMs = 6 * 3_600_000

/** Forgets hours that are too old, and folds days that are over. It may run in any number of processes at once. */
export const startJobs = ({ db, log }: Services) =>
  every(tidyEveryMs, log, async () => {
    await forgetHours(db)
    await foldFigures(db)
  })
