import type { Metric } from '../../../generated/schema.ts'

/** What counts people, each once in a range. */
export type PeopleMetric = 'payStudents' | 'coursePayers' | 'courseUsers'
/** What adds up: numbers, fen, seconds. */
export type SumMetric = Exclude<Metric, PeopleMetric>

export interface SumFact {
  readonly metric: SumMetric
  /** Where it happened: a school or a service point. */
  readonly organId: number
  /** Null: the transaction's own moment, as `now()` wrote it elsewhere. */
  readonly at: Date | null
  /** Negative: it is taken out again. */
  readonly value: number
}

export interface PersonFact {
  readonly metric: PeopleMetric
  readonly personId: number
  /** The business day. */
  readonly day: string
  readonly organId: number
  /** −1: it is taken out again. */
  readonly factor?: 1 | -1
}

export interface Facts {
  readonly sums?: readonly SumFact[]
  readonly people?: readonly PersonFact[]
}

/** What takes facts out again. */
export const negatedFacts = ({ sums = [], people = [] }: Facts): Facts => ({
  sums: sums.map(fact => ({ ...fact, value: -fact.value })),
  people: people.map(fact => ({ ...fact, factor: -1 })),
})
