import { dayStart } from '@drivesim/contract/businessDay'
import type { DemoClassroom, DemoSimulator, RoomWithSimulators } from '@drivesim/fleet/business'
import { planDay } from '@drivesim/fleet/day'
import type { DayPlan, Module, PlannedFault, PlannedSession, Room, Student } from '@drivesim/fleet/model'

export interface SimulatorDay {
  readonly simulator: DemoSimulator
  readonly room: DemoClassroom
  readonly sessions: readonly PlannedSession[]
  readonly faults: readonly PlannedFault[]
  /** When the link came up (`true`) and went down, in order. Epoch milliseconds. */
  readonly link: readonly { at: number; online: boolean }[]
}

/** A business day of a history, up to an instant. */
interface HistoryDay {
  readonly seed: number
  readonly day: string
  readonly modules: readonly Module[]
  /** Epoch milliseconds. */
  readonly until: number
}

/** When a simulator's history begins: with the whole history, or with its installation where that is later. */
export function historyStart(simulator: DemoSimulator, firstDay: string): number {
  return dayStart(simulator.installedDay > firstDay ? simulator.installedDay : firstDay)
}

/**
 * What happened in a classroom on one business day, up to an instant: what is not over by then has not been
 * reported yet and is left to the live fleet.
 */
export function roomHistory(
  { room, simulators, students }: RoomWithSimulators,
  { seed, day, modules, until }: HistoryDay,
): SimulatorDay[] {
  const present = simulators.filter(
    simulator => simulator.installedDay <= day && (simulator.disabledDay ?? '9999') > day,
  )
  const plans = planDay({ seed, day, room: modelRoom(room, present, students), modules })
  return present.flatMap(simulator => {
    const plan = plans.get(simulator.sn)
    return plan === undefined ? [] : [simulatorDay(simulator, room, plan, until)]
  })
}

function modelRoom(
  { id, opensAt, closesAt }: DemoClassroom,
  present: readonly DemoSimulator[],
  students: readonly Student[],
): Room {
  return { roomId: id, opensAt, closesAt, simulators: present.map(simulator => simulator.sn), students }
}

function simulatorDay(
  simulator: DemoSimulator,
  room: DemoClassroom,
  plan: DayPlan,
  until: number,
): SimulatorDay {
  const link = [
    { at: plan.power.start, online: true },
    ...plan.cuts.flatMap(cut => [
      { at: cut.start, online: false },
      { at: cut.end, online: true },
    ]),
    { at: plan.power.end, online: false },
  ]
  return {
    simulator,
    room,
    sessions: plan.sessions.filter(session => session.end <= until),
    faults: plan.faults.filter(fault => fault.cleared <= until),
    link: link.filter(change => change.at <= until),
  }
}
