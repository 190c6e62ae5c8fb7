import type { WorkOrderEventKind, WorkOrderState } from '@drivesim/contract'
import type { Random } from '@drivesim/fleet/random'
import { addWorking, type Hours } from './workingTime.rules.ts'

const minute = 60_000
const hour = 60 * minute

/** A step in the life of an order of the demo. */
export interface Step {
  readonly at: number
  readonly kind: WorkOrderEventKind
  readonly by: 'system' | 'dispatcher' | 'technician' | 'school'
  readonly to: WorkOrderState
  readonly data?: { readonly reason: string; readonly resumeBy?: string }
}

/** How an order's life goes, but for what lies after the demo's present. */
export interface Story {
  readonly steps: readonly Step[]
  /** How the repair went, where it was done. */
  readonly replaced: boolean
}

/**
 * The life of an order that is opened at a moment; people work while the room is open.
 * @param recoversAt when the fault ends by itself; null: never
 * @param until nothing happens later
 */
export function storyOf(
  random: Random,
  hours: Hours,
  opened: number,
  recoversAt: number | null,
  until: number,
): Story {
  const steps: Step[] = [{ at: opened, kind: 'opened', by: 'system', to: 'pending' }]
  const replaced = random.chance(0.35)
  let at = opened
  const later = (from: number, to: number) => {
    at = Math.floor((addWorking(hours, at, random.between(from, to)) ?? at + hour) / 1000) * 1000
    return at
  }
  const step = (one: Step) => steps.push(one)
  // One in eight waits for long.
  const pace = random.chance(0.12) ? 6 : 1
  const dispatchedAt = later(2 * minute, 12 * minute * pace)
  if (recoversAt !== null && recoversAt + 30 * minute < dispatchedAt + 25 * minute) {
    const closedAt = Math.max(opened + minute, recoversAt + 30 * minute)
    step({ at: Math.max(opened, recoversAt), kind: 'recovered', by: 'system', to: 'pending' })
    step({ at: closedAt, kind: 'closed', by: 'system', to: 'closed', data: { reason: 'recovered' } })
    return cut(steps, replaced, until)
  }
  if (random.chance(0.03)) {
    step({ at, kind: 'closed', by: 'dispatcher', to: 'closed', data: { reason: 'mistake' } })
    return cut(steps, replaced, until)
  }
  step({ at, kind: 'dispatched', by: 'dispatcher', to: 'assigned' })
  if (random.chance(0.04)) {
    step({
      at: later(5 * minute, hour),
      kind: 'rejected',
      by: 'technician',
      to: 'pending',
      data: { reason: '今天在外地，赶不过来' },
    })
    step({ at: later(5 * minute, hour), kind: 'dispatched', by: 'dispatcher', to: 'assigned' })
  }
  step({ at: later(2 * minute, 15 * minute * pace), kind: 'accepted', by: 'technician', to: 'handling' })
  if (replaced && random.chance(0.25)) {
    const resumeBy = new Date(at + random.int(2, 6) * 24 * hour).toISOString()
    step({
      at: later(10 * minute, hour),
      kind: 'paused',
      by: 'technician',
      to: 'handling',
      data: { reason: 'parts', resumeBy },
    })
    step({ at: later(4 * hour, 20 * hour), kind: 'resumed', by: 'technician', to: 'handling' })
  }
  step({ at: later(20 * minute, 2 * hour * pace), kind: 'arrived', by: 'technician', to: 'handling' })
  step({ at: later(15 * minute, 110 * minute), kind: 'submitted', by: 'technician', to: 'review' })
  if (random.chance(0.05)) {
    step({
      at: later(10 * minute, 3 * hour),
      kind: 'sentBack',
      by: 'school',
      to: 'handling',
      data: { reason: '训练中又出现一次，请再检查' },
    })
    step({ at: later(hour, 6 * hour), kind: 'submitted', by: 'technician', to: 'review' })
  }
  step({ at: later(10 * minute, 14 * hour), kind: 'approved', by: 'school', to: 'done' })
  return cut(steps, replaced, until)
}

const cut = (steps: readonly Step[], replaced: boolean, until: number): Story => ({
  steps: steps.filter(({ at }) => at <= until),
  replaced,
})
