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
  async ({ services }: TestApp, { account, mark, organ }: Place) => {
    const out = { account: `${account}3`, name: `${mark}-停用`, organs: [organ], enabled: false }
    return { disabled: (await makeMember(services.pool, out)).id }
  },
  {
    list: { input: filter, foreign: 'nothing' },
    export: { input: filter, foreign: 'nothing' },
    detail: { input: userId },
    add: { input: ids => ({ ...form(ids), userAccount: 'matrix-account' }) },
    modify: { input: ids => ({ ...form(ids), ...userId(ids) }) },
    disable: { input: userId },
    enable: { input: ({ disabled }) => ({ userId: disabled }) },
    resetPassword: { input: userId },
    reveal: { input: ids => ({ ...userId(ids), reason: '核对电话' }) },
    sessions: { input: userId },
    signOutEverywhere: { input: userId },
  },
)
