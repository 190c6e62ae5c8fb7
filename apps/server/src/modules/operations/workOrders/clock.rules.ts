import type { ClockKind, WorkOrderEventKind } from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { type Hours, reachedAt, type Stretch, workingIn } from './workingTime.rules.ts'

/** What of an order's history moves its clocks. */
export interface ClockEvent {
  readonly at: number
  readonly kind: WorkOrderEventKind
}

/** Percentages of the time at which somebody is told: the assignee, the dispatchers, those of the organisation above. */
export const escalations = [80, 100, 150] as const
export type Escalation = (typeof escalations)[number]

/** A clock as it is stored: instants in epoch milliseconds, working time in whole seconds. */
export interface ClockRow {
  readonly clock: ClockKind
  readonly budget: number
  /** Until `runningSince`, or for good. */
  readonly spent: number
  readonly runningSince: number | null
  /** Null where the clock is stopped, or nobody works within 400 days. */
  readonly dueAt: number | null
  readonly warnAt: number | null
  readonly nextAt: number | null
  readonly breachedAt: number | null
}

/** How far a running clock is. */
export const stepOf = ({ runningSince, dueAt, warnAt, nextAt }: ClockRow): 0 | Escalation => {
  if (runningSince === null || dueAt === null) return 0
  if (nextAt === null) return 150
  if (nextAt === warnAt) return 0
  return nextAt === dueAt ? 80 : 100
}

/**
 * The stretches in which a clock of an order runs, by what happened to it: 响应 from its opening until somebody takes it
 * for the first time, 修复 until it is submitted, but for pauses; neither while it is closed.
 */
function runsOf(clock: ClockKind, events: readonly ClockEvent[]): Stretch[] {
  const runs: Stretch[] = []
  let since: number | null = null
  let over = false
  let paused = false
  const go = (at: number) => {
    if (!over && !paused) since ??= at
  }
  const stop = (at: number) => {
    if (since !== null) runs.push({ from: since, to: at })
    since = null
  }
  for (const { kind, at } of events) {
    switch (kind) {
      case 'opened':
      case 'reopened':
        paused = false
        go(at)
        break
      case 'claimed':
      case 'accepted':
        if (clock === 'response') {
          stop(at)
          over = true
        }
        break
      case 'paused':
        stop(at)
        paused = true
        break
      case 'resumed':
      case 'reassigned':
      case 'handedBack':
        paused = false
        go(at)
        break
      case 'submitted':
      case 'closed':
        stop(at)
        break
      case 'sentBack':
        go(at)
        break
      default:
    }
  }
  return since === null ? runs : [...runs, { from: since, to: null }]
}

/** What a clock follows from. */
interface ClockCourse {
  readonly clock: ClockKind
  /** Seconds of working time. */
  readonly budget: number
  readonly events: readonly ClockEvent[]
  readonly hours: Hours
  /** Epoch milliseconds. */
  readonly now: number
}

/** A clock as the events have it. */
export function clockOf({ clock, budget, events, hours, now }: ClockCourse): ClockRow {
  const runs = runsOf(clock, events)
  const last = runs.at(-1)
  const running = last?.to === null ? last : null
  const closed = running === null ? runs : runs.slice(0, -1)
  const at = (percent: number) => reachedAt(hours, runs, budget * 10 * percent)
  const dueAt = at(100)
  const end = running === null ? (last?.to ?? now) : now
  const next = running === null ? [] : escalations.flatMap(percent => at(percent) ?? [])
  return {
    clock,
    budget,
    spent: Math.floor(workingIn(hours, closed, now) / 1000),
    runningSince: running?.from ?? null,
    dueAt: running === null ? null : dueAt,
    warnAt: running === null ? null : at(80),
    nextAt: next.find(instant => instant > now) ?? null,
    breachedAt: dueAt !== null && dueAt < end ? dueAt : null,
  }
}
