import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { filter, id, instant } from '../fields.ts'
import { label } from '../labels.ts'

/** A picture that proves something, such as a bank slip or a signed paper. */
export const voucherId = label('凭证', id)

/**
 * The fields of a payment that may have a slip. One that much resembles the slip of another payment of the same amount is
 * asked about (−12614); `confirmVoucher` passes. The very same is refused.
 */
export const slipFields = {
  voucherId: filter(voucherId),
  confirmVoucher: label('确认凭证不是重复', z.boolean().default(false)),
}

const base = '/finance/api/voucher'

/**
 * Pictures that prove something. They lie in a store of their own and are never served under `/files`: whoever is to see
 * one asks for its address, which is signed and good for five minutes. A voucher is its uploader's until something of a
 * school uses it; then it is that school's. One that nothing uses is removed after a day.
 */
export const vouchers = {
  /** The same limits as for pictures (`files.ts`). */
  upload: endpoint({
    title: '上传凭证',
    method: 'POST',
    path: `${base}/upload`,
    access: ['finance:edit', 'finance:accCheck', 'order:edit'],
    upload: true,
    reply: z.object({ voucherId: z.int() }),
    perMinute: 20,
  }),
  /** Also for who reads contracts, since their attachments are vouchers. */
  url: endpoint({
    title: '凭证的查看地址',
    method: 'GET',
    path: `${base}/url`,
    access: ['finance:edit', 'finance:accCheck', 'finance:contract', 'order:edit'],
    input: z.object({ voucherId }),
    reply: z.object({ url: z.string(), expiresAt: instant }),
  }),
}
