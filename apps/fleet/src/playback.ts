import { randomUUID } from 'node:crypto'
import { addDays, businessDayOf, dayStart, daysBetween } from '@drivesim/contract/businessDay'
import { planDay } from './day.ts'
import type { DayPlan, Module, PlannedSession, Room } from './model.ts'
import { randomOf } from './random.ts'
import type { SimulatorClient } from './simulatorClient.ts'

export interface Pace {
  readonly seed: number
  /**
   * 1: the model's day is today's, hour by hour; the simulators go off at night. More: the open hours of one model
   * day follow another's, this much faster, so that something happens at any hour. What is sent carries real times
   * either way; a session is as much shorter as the day is.
   */
  readonly speed: number
  /** The speed of all days after the first, more than 1; missing: the same. */
  readonly laterSpeed?: number
}

interface Running {
  readonly planned: PlannedSession
  readonly sessionId: string
  readonly startedAt: number
}
interface Act {
  /** Real time, epoch milliseconds. */
  readonly at: number
  readonly run: () => void
}

const minute = 60_000
/** The model's students leave with their licence after some months: a fleet older than this many days begins again. */
const daysBeforeRepeat = 28

/** A fault that somebody has heard of already. */
export interface OpenFault {
  readonly code: string
  readonly text: string
}

/**
 * Plays day after day on one simulator until stopped. Faults left open by an earlier run are repaired soon.
 * @returns the function that stops it
 */
export function play(
  simulator: SimulatorClient,
  sn: string,
  room: Room,
  file: { readonly madeOn: string; readonly modules: readonly Module[] },
  { seed, speed: firstSpeed, laterSpeed = firstSpeed }: Pace,
  openFaults: readonly OpenFault[] = [],
): () => Promise<void> {
  // the same for every simulator of the classroom: they stay in step, and no student is in two places
  const opens = (room.opensAt - 15) * minute
  const length = (room.closesAt - room.opensAt + 25) * minute
  const firstDay = businessDayOf(Date.now())
  let running: Running | null = null
  let isFinished = false
  let timer: NodeJS.Timeout | undefined
  let round = -1
  let speed = firstSpeed

  function playRound(from: number) {
    round += 1
    speed = round === 0 ? firstSpeed : laterSpeed
    const beginning = speed === 1 ? dayStart(addDays(firstDay, round)) + opens : from
    const end = beginning + length / speed
    if (end <= Date.now()) return playRound(firstBeginning())
    const day = addDays(file.madeOn, daysBetween(file.madeOn, businessDayOf(beginning)) % daysBeforeRepeat)
    const salted = speed === 1 ? seed : seed + round
    const plan = planDay({ seed: salted, day, room, modules: file.modules }).get(sn)
    if (plan === undefined) throw new Error(`Simulator ${sn} is not in its classroom ${room.roomId}`)
    const real = (modelTime: number) => beginning + (modelTime - dayStart(day) - opens) / speed
    perform(
      actsOf(plan, real).sort((one, other) => one.at - other.at),
      () => playRound(end),
      end,
    )
  }

  /** A fast fleet's classrooms are each at another point of their day when it starts. */
  function firstBeginning() {
    return Date.now() - (length / speed) * randomOf(seed, 'phase', room.roomId).next()
  }

  function actsOf(plan: DayPlan, real: (modelTime: number) => number): Act[] {
    const acts: Act[] = [{ at: real(plan.power.start), run: simulator.start }]
    for (const planned of plan.sessions) {
      const end = real(planned.end)
      acts.push({ at: real(planned.start), run: () => begin(planned, end) }, { at: end, run: finish })
    }
    for (const { raised, cleared, code, text } of plan.faults) {
      const raise = () => real(cleared) > Date.now() && simulator.raiseFault(code, text)
      acts.push({ at: real(raised), run: raise })
      acts.push({ at: real(cleared), run: () => simulator.clearFault(code, text) })
    }
    for (const cut of plan.cuts) {
      const lose = () => real(cut.end) > Date.now() && simulator.cut(real(cut.end) - Date.now())
      acts.push({ at: real(cut.start), run: lose })
    }
    // a fast fleet has no nights
    if (speed === 1) acts.push({ at: real(plan.power.end), run: () => void simulator.stop() })
    return acts
  }

  function perform(acts: readonly Act[], done: () => void, doneAt: number) {
    const [act, ...rest] = acts
    if (isFinished) return
    timer = setTimeout(
      () => {
        if (act === undefined) return done()
        act.run()
        perform(rest, done, doneAt)
      },
      Math.max(0, (act?.at ?? doneAt) - Date.now()),
    )
  }

  /** What is under way when the fleet starts begins now, unless it is all but over. */
  function begin(planned: PlannedSession, end: number) {
    const isLate = end - Date.now() < (planned.end - planned.start) / speed / 4
    if (running !== null || isLate || simulator.isLocked()) return
    // a new id at every playing: the same model day may be played twice
    running = { planned, sessionId: randomUUID(), startedAt: Date.now() }
    const { studentId, moduleId } = planned
    simulator.startSession({ sessionId: running.sessionId, studentId, moduleId })
  }

  function finish() {
    if (running === null) return
    const { planned, sessionId, startedAt } = running
    running = null
    const seconds = (Date.now() - startedAt) / 1000
    const shorter = Math.min(1, (seconds * 1000) / (planned.end - planned.start))
    simulator.endSession({
      sessionId,
      studentId: planned.studentId,
      moduleId: planned.moduleId,
      startedAt: new Date(startedAt).toISOString(),
      effectiveSeconds: Math.floor(planned.effectiveSeconds * shorter),
      score: planned.score,
      passed: planned.passed,
      errors: planned.errors.map(error => ({ ...error, atSecond: Math.floor(error.atSecond * shorter) })),
    })
  }

  const repairs = openFaults.map(({ code, text }, index) => {
    simulator.inheritFault(code)
    const afterMs = randomOf(seed, 'repair', sn, code, index).between(1, 6) * minute
    return setTimeout(() => simulator.clearFault(code, text), afterMs)
  })
  simulator.onRestart(finish)
  playRound(firstBeginning())
  return async () => {
    isFinished = true
    for (const one of [timer, ...repairs]) clearTimeout(one)
    finish()
    await simulator.stop()
  }
}
