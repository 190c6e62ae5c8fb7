/** Facts whose months can be archived, by the names of their tables. */
export const archivedFacts = ['training_session', 'simulator_interval'] as const
export type ArchivedFact = (typeof archivedFacts)[number]

/** What people call them. */
export const factNames: Readonly<Record<ArchivedFact, string>> = {
  training_session: '训练',
  simulator_interval: '状态区间',
}

/** How many months are kept of each fact; those that are missing are kept whole. */
export type Retention = Readonly<Partial<Record<ArchivedFact, number | undefined>>>

/** A month of a fact; `month` is its first day. */
export interface FactMonth {
  readonly fact: ArchivedFact
  readonly month: string
}

export const nameOf = ({ fact, month }: FactMonth) =>
  `${Number(month.slice(0, 4))} 年 ${Number(month.slice(5, 7))} 月${factNames[fact]}`

/** How many months of each fact an installation keeps; undefined where it archives nothing. */
export function retentionOf(config: {
  readonly keepSessionMonths: number | undefined
  readonly keepIntervalMonths: number | undefined
}): Retention | undefined {
  const { keepSessionMonths, keepIntervalMonths } = config
  if (keepSessionMonths === undefined && keepIntervalMonths === undefined) return undefined
  return { training_session: keepSessionMonths, simulator_interval: keepIntervalMonths }
}
