import type { TestApp } from '../app.ts'
import { samplesOf } from '../domainSamples.ts'
import { makeMember } from '../factories.ts'
import type { Place } from '../place.ts'

const userId = ({ member }: Place) => ({ userId: member })
const filter = ({ organ, meRole }: Place) => ({ organId: organ, schoolId: organ, roleId: meRole })
const form = ({ organ, role }: Place) => ({
  userName: '矩阵成员',
  organId: organ,
  belongOrganIds: [organ],
  roleIds: [role],
})

export const samples = samplesOf(
  'members',
  async ({ services }: TestApp, { account, mark, member, organ }: Place) => {
    const out = { account: `${account}3`, name: `${mark}-停用`, organs: [organ], enabled: false }
    const disabled = await makeMember(services.pool, out)
    const held = await makeMember(services.pool, { ...out, account: `${account}4` })
    // Whoever made it is none of those who ask.
    await services.pool.query(`insert into account_hold (member_id, by_id, how) values ($1, $2, 'made')`, [
      held.id,
      disabled.id,
    ])
    const sessions = await services.pool.query(
      `insert into session (id, member_id, expires_at) values (gen_random_uuid(), $1, now() + interval '1 day') returning id`,
      [member],
    )
    return { disabled: disabled.id, held: held.id, session: String(sessions.rows[0]?.id) }
  },
  {
    list: { input: filter, foreign: 'nothing' },
    export: { input: filter, foreign: 'nothing' },
    info: { input: userId },
    add: { input: ids => ({ ...form(ids), userAccount: 'matrix-account' }) },
    modify: { input: ids => ({ ...form(ids), ...userId(ids) }) },
    disable: { input: userId },
    enable: { input: ({ disabled }) => ({ userId: disabled }) },
    resetPassword: { input: userId },
    attest: { input: ({ held }) => ({ userId: held, reason: '当面' }) },
    reveal: { input: ids => ({ ...userId(ids), reason: '核对电话' }) },
    sessions: { input: userId },
    endSession: { input: ({ session, ...ids }) => ({ ...userId(ids), sessionId: session }) },
    signOutEverywhere: { input: userId },
  },
)
