import type { WordSource } from '@drivesim/contract/lists'

/** What people call a domain's tables and what is in them, in the operation log: by the table's name in the database. */
export type LogNames = Readonly<Record<string, TableNames>>

/** All by the columns' names in the database. */
export interface TableNames {
  readonly name: string
  /**
   * The lists and forms of the contract that have the same fields: a column `gear_type` and its values are called what they
   * call `gearType`. The first that has a word counts.
   */
  readonly fields?: readonly WordSource[]
  /** What the other columns are called; the log itself has the words of `name`, `organ_id` and the like. */
  readonly columns?: Readonly<Record<string, string>>
  /** Words behind stored values: `{ state: { draft: '草稿' } }`. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Columns that hold whole fen. */
  readonly money?: readonly string[]
  /** Columns that hold phones, which the log masks; another way to reach somebody may stand there too. */
  readonly phones?: readonly string[]
  /** Columns with people's bank accounts, which the log masks. */
  readonly accounts?: readonly string[]
  /** Columns that are there for the program: a difference in them is none that a person made. */
  readonly internal?: readonly string[]
}
