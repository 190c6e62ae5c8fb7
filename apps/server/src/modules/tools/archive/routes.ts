import type { Module } from '../../../platform/module.ts'
import { archiveTasks, startTasks } from './tasks.ts'

/** Months of facts in files. It has no calls: it works by itself, and by operators' commands. */
export const archiveModule: Module = {
  tasks: archiveTasks,
  start: async services => startTasks(services),
}
