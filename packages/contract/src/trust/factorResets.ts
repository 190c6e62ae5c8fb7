import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { id, instant, text } from '../fields.ts'
import { choice, label } from '../labels.ts'
import { machine } from '../machine.ts'
import { factorErrors } from './factorErrors.ts'

/** How whoever asks made sure of the person. */
export const identityProofs = { inPerson: '当面核实', video: '视频核实', callBack: '回拨预留电话' } as const
export type IdentityProof = keyof typeof identityProofs

export const factorResetStates = {
  waiting: '待批准',
  done: '已重置',
  refused: '已拒绝',
  expired: '已过期',
} as const
export type FactorResetState = keyof typeof factorResetStates

/** Days after which nobody's word is the end of it. */
export const factorResetDays = 7

export const factorResetMachine = machine(
  factorResetStates,
  {
    accept: { from: ['waiting'], to: 'done', label: '批准' },
    refuse: { from: ['waiting'], to: 'refused', label: '拒绝' },
    expire: { from: ['waiting'], to: 'expired', label: '过期' },
  },
  ({ label }, state) => refuse(factorErrors.resetNot, factorResetStates[state], label),
)

/** Somebody's lost second step that waits for another administrator's word. */
const waitingReset = z.object({
  requestId: z.int(),
  userId: z.int(),
  userName: z.string(),
  userAccount: z.string(),
  organName: z.string(),
  reason: z.string(),
  proof: choice(identityProofs),
  askedBy: z.string(),
  askedAt: instant,
  endsAt: instant,
  /** Why the reader may not decide it; null: they may. */
  notDecided: z.string().nullable(),
})
export type WaitingReset = z.output<typeof waitingReset>

/** `firstPassword` is shown once, to whoever tells it to the person; null: it waits, was refused, or the call was repeated. */
const outcome = z.object({
  requestId: z.int(),
  state: choice(factorResetStates),
  firstPassword: z.string().nullable(),
})

const access = ['system:user'] as const

/**
 * 重置两步验证: for whoever lost all their factors and codes. Of somebody who can do harm another administrator decides. Factors are void,
 * the password is a first one again, and signing in with it leads to new factors.
 */
export const factorResets = {
  list: endpoint({
    title: '待批准的两步验证重置',
    method: 'GET',
    path: '/api/manage/userFactorResets',
    access,
    reply: z.array(waitingReset),
  }),
  ask: endpoint({
    title: '重置两步验证',
    method: 'POST',
    path: '/api/manage/userFactorReset',
    access,
    input: z.object({
      userId: label('成员', id),
      reason: label('重置原因', text(200)),
      proof: label('核实方式', choice(identityProofs)),
    }),
    reply: outcome,
    change: '重置两步验证',
    record: 'userId',
    secret: ['firstPassword'],
    stepUp: 'fresh',
  }),
  decide: endpoint({
    title: '批准重置两步验证',
    method: 'POST',
    path: '/api/manage/userFactorDecide',
    access,
    input: z.object({ requestId: label('申请', id), accept: label('是否批准', z.boolean()) }),
    reply: outcome,
    change: '批准重置两步验证',
    record: 'requestId',
    secret: ['firstPassword'],
    stepUp: 'fresh',
  }),
}
