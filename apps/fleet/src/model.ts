/** What the model of a day is told. Days are business days `YYYY-MM-DD`, times of day minutes after midnight, both Asia/Shanghai. */
export interface Student {
  readonly studentId: number
  readonly registeredDay: string
  readonly gearType: string
}

export interface Module {
  readonly moduleId: number
  readonly subSubjectId: number
  /** Name of the sub-subject: the mistakes one can make follow from it. */
  readonly subSubject: string
  /** 2 for 科目二, 3 for 科目三 …: the order in which a student meets them. */
  readonly subject: number
  readonly gearTypes: readonly string[]
}

export interface Room {
  readonly roomId: number
  readonly opensAt: number
  readonly closesAt: number
  /** Serial numbers of the simulators in it. */
  readonly simulators: readonly string[]
  /** Those who train here. */
  readonly students: readonly Student[]
}

export interface DayRequest {
  readonly seed: number
  readonly day: string
  readonly room: Room
  readonly modules: readonly Module[]
}
/** The same, of one of the classroom's simulators. */
export type SeatRequest = DayRequest & { readonly sn: string }

/** What the model answers. Instants are epoch milliseconds at whole seconds. */
export interface PlannedSession {
  readonly sessionId: string
  readonly start: number
  readonly end: number
  readonly studentId: number
  readonly moduleId: number
  readonly effectiveSeconds: number
  readonly score: number
  readonly passed: boolean
  readonly errors: readonly { subSubjectId: number; text: string; points: number; atSecond: number }[]
}

export interface PlannedFault {
  readonly raised: number
  readonly cleared: number
  readonly code: string
  readonly text: string
}

export interface Stretch {
  readonly start: number
  readonly end: number
}

/** One simulator's business day. Sessions do not overlap each other nor a fault; a cut leaves them alone. */
export interface DayPlan {
  /** Switched on and off by the staff. */
  readonly power: Stretch
  readonly sessions: readonly PlannedSession[]
  readonly faults: readonly PlannedFault[]
  /** Without network. */
  readonly cuts: readonly Stretch[]
}
