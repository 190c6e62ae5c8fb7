import { contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import { pages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import { heldOpen } from '../erasure/rotation.service.ts'
import { repeatErasures, revealHeld } from '../erasure/service.ts'
import { ask } from '../privacyRequests/service.ts'
import { erasedRows } from './checks.queries.ts'
import { personFile } from './file.service.ts'
import { personsFor, release } from './service.ts'
import { personTasks, startTasks } from './tasks.ts'

export const personsModule: Module = {
  checks: [erasedRows, heldOpen],
  tasks: personTasks,
  async start(services) {
    // Before anybody is answered: a restored back-up may know people who were erased since.
    await repeatErasures(services)
    return startTasks(services)
  },
  routes(app, services) {
    implement({ app, services }, 'persons', contract.persons, {
      find: pages(personsFor(services.dataKeys)),
      file: (input, call) => personFile(services, call, input),
      erase: (input, call) => ask(call, { ...input, kind: 'erase' }),
      release: ({ studentId }, call) => release(call, studentId),
      held: (input, call) => revealHeld(services.dataKeys, call, input),
    })
  },
}
