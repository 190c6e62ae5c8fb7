import { every } from '../../platform/jobs.ts'
import type { Services } from '../../platform/module.ts'
import { closeDue } from './closing.service.ts'

const closeEveryMs = 60_000

/** Closes the months whose day has come, in any number of processes at once. */
export const startJobs = (services: Services): { stop(): Promise<void> } =>
  every(closeEveryMs, services.log, () => closeDue(services))
