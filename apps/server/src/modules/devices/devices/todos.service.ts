import { simulatorStates } from '@drivesim/contract'
import type { HomePart, HomeTodo } from '../../../platform/homePart.ts'
import { countWaiting } from './todos.queries.ts'

/** The list of devices is where they are seen to: who may not open it has nothing to do about them. */
const codes = ['device:simulator'] as const

const todo = (key: string, state: 'fault' | 'offline', where: string, tone: HomeTodo['tone']): HomePart => ({
  key,
  codes,
  async read(db, scope, person) {
    // The screens of the group need its own code, too.
    if (!person.codes.has('device')) return null
    const waiting = await countWaiting(db, scope, state)
    return {
      ...waiting,
      label: `设备${simulatorStates[state]}`,
      to: `/device/deviceManagement?${where}`,
      tone,
    }
  },
})

export const deviceTodos: readonly HomePart[] = [
  todo('deviceFault', 'fault', 'stateId=fault', 'danger'),
  todo('deviceOffline', 'offline', 'stateId=offline&connected=yes', 'warning'),
]
