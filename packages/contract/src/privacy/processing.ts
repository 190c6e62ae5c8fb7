import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** One thing that is done with people's data (PIPL §55, §56), as the data map of the server has it. */
const activity = z.object({
  subject: z.string(),
  purpose: z.string(),
  sensitive: z.boolean(),
  mask: z.string(),
  kept: z.string(),
  erasure: z.string(),
  /** `table.column`. */
  columns: z.array(z.string()),
})
export type ProcessingActivity = z.output<typeof activity>

/** 处理活动清单: what is kept of whom, and why. */
export const processing = {
  register: endpoint({
    title: '处理活动清单',
    method: 'GET',
    path: '/privacy/api/register/list',
    access: ['system:privacy'],
    reply: z.array(activity),
  }),
}
