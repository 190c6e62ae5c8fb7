import { errors } from '@drivesim/contract'
import { z } from 'zod'
import type { TestApp } from '../app.ts'
import { query } from '../database.ts'
import { noInput, samplesOf } from '../domainSamples.ts'
import type { Place } from '../place.ts'

export const samples = samplesOf(
  'account',
  async (app: TestApp, { me }: Place) => {
    const [row] = await query(
      app.database.ownerUrl,
      `insert into session (id, member_id, expires_at) values (gen_random_uuid(), $1, now() + interval '1 day')
       returning id as session`,
      [me],
    )
    return z.object({ session: z.string() }).parse(row)
  },
  {
    me: noInput,
    modify: {
      input: ({ me, password }) => ({ userId: me, userName: '矩阵成员', userPhone: '13800000000', password }),
      foreign: errors.notOneself,
    },
    changePassword: {
      input: ({ password }) => ({ oPwd: password, nPwd: 'Matrix-2026-x', cPwd: 'Matrix-2026-x' }),
    },
    explainReadings: { input: () => ({ reason: '核对本月名单' }) },
    signIns: noInput,
    sessions: noInput,
    endSession: { input: ({ session }) => ({ sessionId: session }) },
  },
)
