import { dayMilliseconds, dayStart, weekday } from '@drivesim/contract/businessDay'
import { mistakesOf } from './mistakes.ts'
import type { DayRequest, Module, PlannedSession, Student } from './model.ts'
import { type Random, randomOf } from './random.ts'

/** What a student is like; follows from the seed and their id alone. */
interface Character {
  /** 0 clumsy … 1 gifted. */
  readonly talent: number
  /** Days until two thirds of what there is to learn is learnt. */
  readonly pace: number
  /** Days from enrolment to the licence. */
  readonly courseDays: number
  /** Minutes after midnight they like to come at. */
  readonly favouriteTime: number
  /** When they enrolled. Epoch milliseconds. */
  readonly since: number
}

/** Each is asked for on every day of a history. */
const characters = new WeakMap<Student, { readonly seed: number; readonly character: Character }>()

function characterOf(seed: number, student: Student): Character {
  const found = characters.get(student)
  if (found?.seed === seed) return found.character
  const character = makeCharacter(seed, student)
  characters.set(student, { seed, character })
  return character
}

function makeCharacter(seed: number, student: Student): Character {
  const random = randomOf(seed, 'student', student.studentId)
  const worksByDay = random.chance(0.55)
  return {
    talent: random.normal(0.5, 0.2, 0, 1),
    pace: random.between(15, 45),
    courseDays: random.int(60, 150),
    favouriteTime: worksByDay ? random.int(18 * 60, 20 * 60) : random.int(9 * 60, 16 * 60),
    since: dayStart(student.registeredDay),
  }
}

/** Days since they enrolled; negative before. */
const ageOf = ({ since }: Character, day: string) => (dayStart(day) - since) / dayMilliseconds

/** Whether the student is between enrolment and licence on that day. */
export function isLearning(seed: number, student: Student, day: string): boolean {
  const character = characterOf(seed, student)
  const age = ageOf(character, day)
  return age >= 0 && age < character.courseDays
}

/** When the student would like to begin: at weekends anybody may come at any hour. */
export function wishedTime(seed: number, student: Student, day: string, random: Random): number {
  const isWeekend = weekday(day) === 0 || weekday(day) === 6
  if (isWeekend) return random.chance(0.55) ? random.int(9 * 60, 12 * 60) : random.int(13 * 60 + 30, 20 * 60)
  return random.normal(characterOf(seed, student).favouriteTime, 80, 0, 24 * 60)
}

/** 0 … 1: how well the student drives on that day; grows with the days of practice and levels off. */
export function skillOf(seed: number, student: Student, day: string): number {
  const character = characterOf(seed, student)
  const { talent, pace } = character
  const age = Math.max(0, ageOf(character, day))
  return 0.25 + 0.2 * talent + (0.5 + 0.05 * talent) * (1 - Math.exp(-age / pace))
}

/** The module of a lesson: the field first, the road in the second half of the course. Null when none fits the licence. */
export function chooseModule(
  { seed, day, modules }: DayRequest,
  student: Student,
  random: Random,
): Module | null {
  const fitting = modules.filter(module => module.gearTypes.includes(student.gearType))
  if (fitting.length === 0) return null
  const character = characterOf(seed, student)
  const progress = ageOf(character, day) / character.courseDays
  return random.weighted(fitting, module =>
    module.subject <= 2 ? Math.max(0.1, 1.2 - 1.4 * progress) : Math.max(0.05, 0.9 * progress - 0.05),
  )
}

type Outcome = Pick<PlannedSession, 'effectiveSeconds' | 'score' | 'passed' | 'errors'>

/** How a lesson of so many seconds goes: mistakes by skill, score and pass by the rules of the driving test. */
export function lesson(skill: number, module: Module, seconds: number, random: Random): Outcome {
  const { small, grave } = mistakesOf(module.subSubject)
  const made = Array.from({ length: random.poisson(4.2 * (1 - skill)) }, () => random.pick(small))
  if (random.chance(0.3 * (1 - skill) ** 1.5)) made.push(random.pick(grave))

  const errors = made
    .map(mistake => ({
      subSubjectId: module.subSubjectId,
      text: mistake.text,
      points: mistake.points,
      atSecond: random.int(20, Math.max(20, seconds - 10)),
    }))
    .sort((one, other) => one.atSecond - other.atSecond)
  const lost = errors.reduce((sum, error) => sum + error.points, 0)
  const score = Math.max(0, 100 - lost)
  return {
    effectiveSeconds: Math.round(seconds * random.normal(0.76 + 0.12 * skill, 0.06, 0.45, 0.98)),
    score,
    // 科目二 passes at 80, the road and theory at 90
    passed: score >= (module.subject === 2 ? 80 : 90),
    errors,
  }
}
