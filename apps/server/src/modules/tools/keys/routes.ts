import type { Module } from '../../../platform/module.ts'
import { signingKeysOpen } from './signingKeys.service.ts'
import { keyTasks, startTasks } from './tasks.ts'

/** The keys of the installation. It has no calls: operators change them by a command. */
export const keysModule: Module = {
  tasks: keyTasks,
  checks: [signingKeysOpen],
  start: async services => startTasks(services),
}
