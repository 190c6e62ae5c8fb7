import type { Module } from '../../../platform/module.ts'
import { figureChecks } from './checks.queries.ts'
import { figureLive } from './live.ts'
import { figuresSeed } from './seed.ts'
import { figureTasks, startTasks } from './tasks.ts'

/** The figures of the board, added up by hour, day and month as facts are written. Others read and show them. */
export const figuresModule: Module = {
  checks: figureChecks,
  live: [figureLive],
  seed: [figuresSeed],
  tasks: figureTasks,
  start: services => Promise.resolve(startTasks(services)),
}
