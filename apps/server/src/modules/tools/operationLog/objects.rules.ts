import type { LogObjectKind } from '@drivesim/contract'

/** How the records of a kind are called and found, and which organisation they are of. */
export interface ObjectTable {
  readonly name: 'name' | 'no'
  /** Of its organisation; null: everybody's. */
  readonly owner: 'id' | 'organ_id' | 'school_id' | null
  /** Found by the whole number alone: there are too many to look through. */
  readonly byWhole?: true
  /** Other columns that it is found by, and that tell it from others of its name. */
  readonly also?: readonly string[]
}

export const objectTables: Readonly<Record<LogObjectKind, ObjectTable>> = {
  student: { name: 'name', owner: 'school_id' },
  member: { name: 'name', owner: 'organ_id', also: ['account'] },
  role: { name: 'name', owner: 'organ_id' },
  simulator: { name: 'name', owner: 'organ_id', also: ['car_num', 'sn'] },
  organisation: { name: 'name', owner: 'id' },
  classroom: { name: 'name', owner: 'organ_id' },
  coach: { name: 'name', owner: 'school_id' },
  course: { name: 'name', owner: null },
  recharge_order: { name: 'no', owner: 'organ_id', byWhole: true },
  course_order: { name: 'no', owner: 'organ_id', byWhole: true },
  refund: { name: 'no', owner: 'organ_id', byWhole: true },
  bill: { name: 'no', owner: 'school_id' },
  contract: { name: 'no', owner: 'school_id' },
  work_order: { name: 'no', owner: 'organ_id' },
}
