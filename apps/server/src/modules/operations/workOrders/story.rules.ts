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

/** What an order's life depends on, beside chance. */
interface Setting {
  readonly hours: Hours
  readonly opened: number
  /** When the fault ends by itself; null: never. */
  readonly recoversAt: number | null
  /** Nothing happens later. */
  readonly until: number
}

/** The life of an order that is opened at a moment; people work while the room is open. */
export function storyOf(random: Random, setting: Setting): Story {
  const replaced = random.chance(0.35)
  const tale = taleOf(random, setting)
  // One in eight waits for long.
  const pace = random.chance(0.12) ? 6 : 1
  tale.wait(2 * minute, 12 * minute * pace)
  if (!endsUnsent(random, tale, setting)) {
    send(random, tale, pace)
    repair(random, tale, { replaced, pace })
    accept(random, tale)
  }
  return { steps: tale.steps.filter(({ at }) => at <= setting.until), replaced }
}

/** A life as it is told, one step after the other. */
interface Tale {
  readonly steps: Step[]
  readonly now: () => number
  /** Lets working time go by, as much as chance has it. */
  readonly wait: (from: number, to: number) => void
  /** What happens now. */
  readonly tell: (step: Omit<Step, 'at'>) => void
}

function taleOf(random: Random, { hours, opened }: Setting): Tale {
  const steps: Step[] = [{ at: opened, kind: 'opened', by: 'system', to: 'pending' }]
  let at = opened
  return {
    steps,
    now: () => at,
    wait: (from, to) => {
      at = Math.floor((addWorking(hours, at, random.between(from, to)) ?? at + hour) / 1000) * 1000
    },
    tell: step => steps.push({ at, ...step }),
  }
}

/** Whether it ends before anybody is sent: the fault is over, or there was none. */
function endsUnsent(random: Random, { steps, now, tell }: Tale, { opened, recoversAt }: Setting): boolean {
  if (recoversAt !== null && recoversAt + 30 * minute < now() + 25 * minute) {
    const closedAt = Math.max(opened + minute, recoversAt + 30 * minute)
    steps.push({ at: Math.max(opened, recoversAt), kind: 'recovered', by: 'system', to: 'pending' })
    steps.push({ at: closedAt, kind: 'closed', by: 'system', to: 'closed', data: { reason: 'recovered' } })
    return true
  }
  if (!random.chance(0.03)) return false
  tell({ kind: 'closed', by: 'dispatcher', to: 'closed', data: { reason: 'mistake' } })
  return true
}

function send(random: Random, { wait, tell }: Tale, pace: number): void {
  tell({ kind: 'dispatched', by: 'dispatcher', to: 'assigned' })
  if (random.chance(0.04)) {
    wait(5 * minute, hour)
    tell({ kind: 'rejected', by: 'technician', to: 'pending', data: { reason: '今天在外地，赶不过来' } })
    wait(5 * minute, hour)
    tell({ kind: 'dispatched', by: 'dispatcher', to: 'assigned' })
  }
  wait(2 * minute, 15 * minute * pace)
  tell({ kind: 'accepted', by: 'technician', to: 'handling' })
}

function repair(
  random: Random,
  { now, wait, tell }: Tale,
  { replaced, pace }: { replaced: boolean; pace: number },
): void {
  if (replaced && random.chance(0.25)) {
    const resumeBy = new Date(now() + random.int(2, 6) * 24 * hour).toISOString()
    wait(10 * minute, hour)
    tell({ kind: 'paused', by: 'technician', to: 'handling', data: { reason: 'parts', resumeBy } })
    wait(4 * hour, 20 * hour)
    tell({ kind: 'resumed', by: 'technician', to: 'handling' })
  }
  wait(20 * minute, 2 * hour * pace)
  tell({ kind: 'arrived', by: 'technician', to: 'handling' })
  wait(15 * minute, 110 * minute)
  tell({ kind: 'submitted', by: 'technician', to: 'review' })
}

function accept(random: Random, { wait, tell }: Tale): void {
  if (random.chance(0.05)) {
    wait(10 * minute, 3 * hour)
    tell({ kind: 'sentBack', by: 'school', to: 'handling', data: { reason: '训练中又出现一次，请再检查' } })
    wait(hour, 6 * hour)
    tell({ kind: 'submitted', by: 'technician', to: 'review' })
  }
  wait(10 * minute, 14 * hour)
  tell({ kind: 'approved', by: 'school', to: 'done' })
}
