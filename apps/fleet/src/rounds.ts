import { addDays, businessDayOf, dayStart, daysBetween } from '@drivesim/contract/businessDay'
import { planDay } from './day.ts'
import type { DayPlan, Module, Room } from './model.ts'
import { randomOf } from './random.ts'

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

/** A simulator in its classroom, and what its days are made from. */
export interface Seat {
  readonly sn: string
  readonly room: Room
  readonly file: { readonly madeOn: string; readonly modules: readonly Module[] }
  readonly pace: Pace
}

/** A day of the model in real time. Epoch milliseconds. */
export interface Round {
  readonly plan: DayPlan
  readonly speed: number
  /** When the next begins. */
  readonly end: number
  /** The real time of a time of the model. */
  readonly real: (modelTime: number) => number
}

const minute = 60_000
/** The model's students leave with their licence after some months: a fleet older than this many days begins again. */
const daysBeforeRepeat = 28

/** @returns the function that plans the next round; a fast one begins at the given time, the first in the midst of its day */
export function roundsOf({ sn, room, file, pace }: Seat): (from?: number) => Round {
  const { seed, speed: firstSpeed, laterSpeed = firstSpeed } = pace
  // the same for every simulator of the classroom: they stay in step, and no student is in two places
  const opens = (room.opensAt - 15) * minute
  const length = (room.closesAt - room.opensAt + 25) * minute
  const firstDay = businessDayOf(Date.now())
  let count = -1

  /** A fast fleet's classrooms are each at another point of their day when it starts. */
  function firstBeginning(speed: number) {
    return Date.now() - (length / speed) * randomOf(seed, 'phase', room.roomId).next()
  }

  return function next(from = firstBeginning(firstSpeed)): Round {
    count += 1
    const speed = count === 0 ? firstSpeed : laterSpeed
    const beginning = speed === 1 ? dayStart(addDays(firstDay, count)) + opens : from
    const end = beginning + length / speed
    if (end <= Date.now()) return next(firstBeginning(speed))
    const day = addDays(file.madeOn, daysBetween(file.madeOn, businessDayOf(beginning)) % daysBeforeRepeat)
    const salted = speed === 1 ? seed : seed + count
    const plan = planDay({ seed: salted, day, room, modules: file.modules }).get(sn)
    if (plan === undefined) throw new Error(`Simulator ${sn} is not in its classroom ${room.roomId}`)
    const real = (modelTime: number) => beginning + (modelTime - dayStart(day) - opens) / speed
    return { plan, speed, end, real }
  }
}
