import type { AccessCode } from '@drivesim/contract'
import type pg from 'pg'
import { makeMember } from './factories.ts'

export interface NewTechnician {
  /** What they are responsible for, and manage. */
  readonly organ: number
  readonly name?: string
  readonly capacity?: number
  readonly codes?: readonly AccessCode[]
}

/** Somebody who repairs what breaks at an organisation. @returns the member's id */
export async function makeTechnician(pool: pg.Pool, given: NewTechnician): Promise<number> {
  const { organ, name = '技师', capacity = 6, codes = ['ops', 'ops:handle'] } = given
  const { id } = await makeMember(pool, { name, codes, organs: [organ] })
  await addTechnician(pool, id, organ, capacity)
  return id
}

/** Makes a member one of those who repair. */
export async function addTechnician(
  pool: pg.Pool,
  memberId: number,
  organ: number,
  capacity = 6,
): Promise<void> {
  await pool.query('insert into ops_staff (member_id, capacity) values ($1, $2)', [memberId, capacity])
  await pool.query('insert into staff_coverage (member_id, organ_id) values ($1, $2)', [memberId, organ])
}
