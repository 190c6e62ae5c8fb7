import type { Scope } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import * as candidates from './candidates.queries.ts'
import { type Fitness, findFitness } from './fitness.queries.ts'

export type { Candidate, StrandedOrder } from './candidates.queries.ts'
export { maySeeTo } from './fitness.queries.ts'

/** Whether somebody may be given orders of an organisation, and why not, as a refusal puts it after their name, or after 您. */
export interface Fit {
  readonly name: string
  readonly why: '未负责该机构' | '没有处理权限' | '已停用' | null
}

/** @returns undefined where the person is no technician, or one that the caller may not see */
export async function fitnessOf(
  db: Db,
  scope: Scope,
  memberId: number,
  organId: number,
): Promise<Fit | undefined> {
  const found = await findFitness(db, scope, memberId, organId)
  return found === undefined ? undefined : { name: found.name, why: whyNot(found) }
}

function whyNot({ usable, handles, covers }: Fitness): Fit['why'] {
  if (!usable) return '已停用'
  if (!handles) return '没有处理权限'
  return covers ? null : '未负责该机构'
}

/** Whoever may be given an order, in the order in which they should be asked. */
export const candidatesOf = (db: Db, scope: Scope, orderId: number): Promise<candidates.Candidate[]> =>
  candidates.candidatesOf(db, scope, orderId)

/** Orders that their assignee may not handle any more, where nobody knows about it yet. */
export const strandedOrders = (db: Db): Promise<candidates.StrandedOrder[]> => candidates.strandedOrders(db)
