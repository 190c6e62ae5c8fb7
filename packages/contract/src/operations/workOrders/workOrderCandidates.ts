import { z } from 'zod'

/** A person who may be given an order. People that the system would choose from stand first. */
export const workOrderCandidate = z.object({
  memberId: z.int(),
  name: z.string(),
  recommended: z.boolean(),
  /** `负责该驾校，会修踏板，手上 2/6 单，本教室已有 1 单`. */
  reason: z.string(),
  load: z.int(),
  capacity: z.int(),
})
export type WorkOrderCandidate = z.output<typeof workOrderCandidate>
