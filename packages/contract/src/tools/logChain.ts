import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { instant } from '../fields.ts'

/** The seals of the security log and of the heads of the operation log. */
export const logChain = {
  state: endpoint({
    title: '日志封存情况',
    method: 'GET',
    path: '/admin/api/manage/securityLog/chain',
    access: ['system'],
    reply: z.object({
      /** Number of the last seal; 0: none yet. */
      sealedTo: z.int(),
      sealedAt: instant.nullable(),
      /** Rows that are not sealed yet: those that still count on among them. */
      waiting: z.int(),
      /** Where the sealed rows are sent as well, and how far that is; null: nowhere. */
      forward: z
        .object({
          target: z.string(),
          sentTo: z.int(),
          failingSince: instant.nullable(),
          problem: z.string().nullable(),
        })
        .nullable(),
    }),
  }),
}
