import { randomUUID } from 'node:crypto'
import type { PlannedSession } from './model.ts'
import { randomOf } from './random.ts'
import { type Round, roundsOf, type Seat } from './rounds.ts'
import type { SimulatorClient } from './simulatorClient.ts'

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

/** A fault that somebody has heard of already. */
export interface OpenFault {
  readonly code: string
  readonly text: string
}

/**
 * Plays day after day on one simulator until stopped. Faults left open by an earlier run are repaired soon.
 * @returns the function that stops it
 */
export function startPlayback(
  simulator: SimulatorClient,
  seat: Seat,
  openFaults: readonly OpenFault[] = [],
): () => Promise<void> {
  const nextRound = roundsOf(seat)
  const lessons = lessonsOn(simulator)
  const performer = makePerformer()

  function playRound(from?: number) {
    const round = nextRound(from)
    const acts = actsOf(round, simulator, lessons).sort((one, other) => one.at - other.at)
    performer.perform([...acts, { at: round.end, run: () => playRound(round.end) }])
  }

  const repairs = openFaults.map(({ code, text }, index) => {
    simulator.inheritFault(code)
    const afterMs = randomOf(seat.pace.seed, 'repair', seat.sn, code, index).between(1, 6) * minute
    return setTimeout(() => simulator.clearFault(code, text), afterMs)
  })
  simulator.onRestart(lessons.finish)
  playRound()
  return async () => {
    performer.stop()
    for (const repair of repairs) clearTimeout(repair)
    lessons.finish()
    await simulator.stop()
  }
}

/** What happens in a round. */
function actsOf({ plan, speed, real }: Round, simulator: SimulatorClient, lessons: Lessons): Act[] {
  const acts: Act[] = [{ at: real(plan.power.start), run: () => simulator.start() }]
  for (const planned of plan.sessions) {
    const end = real(planned.end)
    acts.push({ at: real(planned.start), run: () => lessons.begin(planned, end, speed) })
    acts.push({ at: end, run: lessons.finish })
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

/** Runs acts one after the other, each when its time has come, until it is stopped. */
function makePerformer() {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  function perform([act, ...rest]: readonly Act[]) {
    if (isStopped || act === undefined) return
    timer = setTimeout(
      () => {
        act.run()
        perform(rest)
      },
      Math.max(0, act.at - Date.now()),
    )
  }
  return {
    perform,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

type Lessons = ReturnType<typeof lessonsOn>

/** The lessons on a simulator, one at a time. */
function lessonsOn(simulator: SimulatorClient) {
  let running: Running | null = null

  return {
    /** What is under way when the fleet starts begins now, unless it is all but over. @param end real time, epoch milliseconds */
    begin(planned: PlannedSession, end: number, speed: number) {
      const isLate = end - Date.now() < (planned.end - planned.start) / speed / 4
      if (running !== null || isLate || simulator.isLocked()) return
      // a new id at every playing: the same model day may be played twice
      running = { planned, sessionId: randomUUID(), startedAt: Date.now() }
      const { studentId, moduleId } = planned
      simulator.startSession({ sessionId: running.sessionId, studentId, moduleId })
    },
    finish() {
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
    },
  }
}
