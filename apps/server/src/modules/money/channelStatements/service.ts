import { type ChannelLine, type channelStatements, errors, type ParsedOf, refuse } from '@drivesim/contract'
import type { List } from '../../../platform/lists/list.ts'
import type { Services } from '../../../platform/module.ts'
import { type Db, transact } from '../../../platform/postgres/db.ts'
import { feeJournal } from '../ledger/channel.rules.ts'
import { post } from '../ledger/service.ts'
import { demoFileAddress } from './demoFile.service.ts'
import { type LineFilter, linePage, linesAfter } from './line.queries.ts'
import * as queries from './statement.queries.ts'

export { gaps as statementGaps } from './statement.queries.ts'

const firstDay = (month: string) => `${month}-01`

export async function statements(db: Db, { month, channel }: ParsedOf<typeof channelStatements.list>) {
  return {
    statements: await queries.statementsOf(db, firstDay(month), channel),
    waiting: await queries.waitingByMonth(db),
  }
}

export async function gaps(services: Services, { month }: ParsedOf<typeof channelStatements.gaps>) {
  const found = await queries.gapsOf(services.db, firstDay(month), services.payments.simulated)
  return { gaps: found.map(gap => ({ ...gap, fileUrl: demoFileAddress(services, gap) })) }
}

/** The lines of a statement. A page @throws Refusal notFound */
export const statementLines: List<LineFilter, ChannelLine> = {
  async page({ db }, filter, paging) {
    await requireStatement(db, filter.statementId)
    return linePage(db, filter, paging)
  },
  part: ({ db }, filter, part) => linesAfter(db, filter, part),
}

async function requireStatement(db: Db, id: number): Promise<void> {
  if (!(await queries.hasStatement(db, id))) throw refuse(errors.notFound, '渠道账单')
}

/**
 * Closes those of the locked statements that have nothing left to do.
 * @returns their fees, to be posted with what else the change posts
 */
export async function balance(db: Db, ids: readonly number[]) {
  const closed = await queries.closeSettled(db, ids)
  return closed.map(statement => feeJournal(statement, statement.channel))
}

/**
 * Closes a statement after its last line was settled, in a transaction of its own: its fee is posted last and by itself, so
 * that the sums of the accounts are taken in the same order by everybody.
 */
export async function balanceLater({ db }: Pick<Services, 'db'>, id: number): Promise<void> {
  await transact(db, async trx => {
    if ((await queries.lockStatement(trx, id)) === undefined) return
    await post(trx, await balance(trx, [id]))
  })
}
