import type { AccessCode } from '@drivesim/contract/access'
import type { Module, Student } from './model.ts'

/**
 * The business behind the demo: who and what there is, and until when. The server's demo makes it, each domain fills its
 * tables from it, and the simulated simulators play its classrooms; none of them needs to know the others.
 */
export interface Business {
  /** What chance is drawn from: the same seed gives the same business, but for keys and passwords. */
  readonly seed: number
  /** Its present: nothing happened later. Epoch milliseconds, at a whole second. */
  readonly until: number
  /** Business days of its history, oldest first; the last one is that of `until`. */
  readonly days: readonly string[]
  /** The first of these days with lessons; of the days before it only the machines are kept. */
  readonly firstLessonDay: string
  /** 256 bits that ID numbers are sealed with. */
  readonly dataKey: Buffer
  readonly modules: readonly Module[]
  /** Those above stand before those below them. */
  readonly organisations: readonly DemoOrganisation[]
  readonly classrooms: readonly DemoClassroom[]
  readonly simulators: readonly DemoSimulator[]
  readonly students: readonly DemoStudent[]
  readonly roles: readonly DemoRole[]
  readonly members: readonly DemoMember[]
}

export interface DemoOrganisation {
  readonly id: number
  readonly name: string
  readonly type: 'platform' | 'school' | 'servicePoint'
  readonly parentId: number | null
  /** GB/T 2260. */
  readonly provinceCode: string | null
  readonly cityCode: string | null
  readonly address: string | null
  readonly contact: string | null
  readonly phone: string | null
}

/** Times of day are minutes after midnight, Asia/Shanghai. */
export interface DemoClassroom {
  readonly id: number
  readonly organId: number
  readonly schoolId: number
  readonly name: string
  readonly address: string
  readonly opensAt: number
  readonly closesAt: number
  readonly seats: number
  readonly network: string
}

/** Days are business days `YYYY-MM-DD`. */
export interface DemoSimulator {
  readonly id: number
  readonly sn: string
  readonly key: string
  readonly keyHash: Buffer
  readonly name: string
  readonly organId: number
  readonly roomId: number
  readonly seat: number
  readonly headsetIp: string
  readonly bindNum: string
  readonly carNum: string
  readonly model: string
  readonly software: string
  readonly installedDay: string
  readonly warrantyDay: string
  /** Taken out of use on this day; null: in use. */
  readonly disabledDay: string | null
}

export interface DemoStudent {
  readonly id: number
  readonly name: string
  readonly phone: string
  readonly schoolId: number
  readonly roomId: number
  readonly gearType: string
  readonly registeredDay: string
}

export interface DemoRole {
  readonly id: number
  readonly name: string
  readonly note: string
  readonly builtIn: boolean
  /** The school that it belongs to; null: the platform. */
  readonly organId: number | null
  readonly codes: readonly AccessCode[]
}

/** Instants are epoch milliseconds. */
export interface DemoMember {
  readonly id: number
  readonly account: string
  readonly name: string
  readonly phone: string | null
  /** Null: known to nobody. */
  readonly password: string | null
  /** What they manage; they belong to the first. */
  readonly organs: readonly number[]
  readonly roleId: number
  readonly createdAt: number
  readonly lastLoginAt: number | null
}

/** A classroom with what belongs to it. */
export interface RoomWithSimulators {
  readonly room: DemoClassroom
  readonly simulators: readonly DemoSimulator[]
  readonly students: readonly Student[]
}

export function roomsWithSimulators(business: Business): RoomWithSimulators[] {
  return business.classrooms.map(room => ({
    room,
    simulators: business.simulators.filter(simulator => simulator.roomId === room.id),
    students: business.students
      .filter(student => student.roomId === room.id)
      .map(({ id, registeredDay, gearType }) => ({ studentId: id, registeredDay, gearType })),
  }))
}

/** Ids of the driving schools, in their order. */
export function schoolIds({ organisations }: Business): number[] {
  return organisations.filter(({ type }) => type === 'school').map(({ id }) => id)
}

/** The demo's member with an account. */
export function memberOf({ members }: Business, account: string): DemoMember {
  const member = members.find(one => one.account === account)
  if (member === undefined) throw new Error(`no demo account ${account}`)
  return member
}
