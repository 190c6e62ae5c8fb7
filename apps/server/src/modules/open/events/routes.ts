import type { Module } from '../../../platform/module.ts'
import { eventTasks, startTasks } from './tasks.ts'

/** What happens, written for other software in every process in which it may happen; `webhooks` sends it. */
export const eventsModule: Module = {
  runsIn: 'every',
  tasks: eventTasks,
  start: startTasks,
}
