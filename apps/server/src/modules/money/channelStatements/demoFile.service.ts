import type { ChannelGap } from '@drivesim/contract'
import type { Services } from '../../../platform/module.ts'
import type { PayChannel, StatementRow } from '../../../platform/payments/gateway.ts'
import { movedOn } from './demoFile.queries.ts'

/** Where the files of simulated channels are, below the API base. */
export const demoFilePath = '/finance/api/channel/file'
/** How long an address is good. Seconds. */
const lifetime = 300

/** Of a simulated channel: where its file of a day is. Null: the channel is real, people download it there. */
export function demoFileAddress(
  { payments, voucherLinks, apiBase }: Pick<Services, 'payments' | 'voucherLinks' | 'apiBase'>,
  { channel, day }: Pick<ChannelGap, 'channel' | 'day'>,
): string | null {
  if (payments.simulator === null) return null
  const end = Math.floor(Date.now() / 1000) + lifetime
  return voucherLinks.sign(`${apiBase}${demoFilePath}/${channel}/${day}`, end)
}

/** Fen: what the simulated channel got wrong, so that there is something to reconcile. */
const wrongBy = 100
const strangers = 8_800

/**
 * The file of a simulated channel: what was paid and given back here, one line over another amount, one left out, and one
 * that nobody here knows.
 */
export async function demoFile(
  { db, payments }: Services,
  channel: PayChannel,
  day: string,
): Promise<Buffer | null> {
  const rows = await movedOn(db, channel, day)
  const [last] = rows.slice(-1)
  if (payments.simulator === null || last === undefined) return null
  const paid = rows.filter(({ kind }) => kind === 'payment')
  const [wrong, missing] = paid.length > 2 ? paid : []
  const said = rows
    .filter(row => row !== missing)
    .map(row => (row === wrong ? { ...row, amount: row.amount + wrongBy } : row))
  const stranger: StatementRow = {
    kind: 'payment',
    orderNo: `DY${day.replaceAll('-', '')}0001`,
    refundNo: null,
    channelNo: `4200009999${day.replaceAll('-', '')}0000000001`,
    at: last.at,
    amount: strangers,
  }
  return payments.simulator.statement(channel, day, [...said, stranger])
}
