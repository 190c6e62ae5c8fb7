import { noInput, nothingMore, samplesOf } from '../domainSamples.ts'
import type { Place } from '../place.ts'

const roleId = ({ role }: Place) => ({ roleId: role })
const organId = ({ organ }: Place) => ({ organId: organ })
const form = { roleName: '矩阵角色', codes: [] }

export const samples = samplesOf('roles', nothingMore, {
  brief: noInput,
  list: { input: organId, foreign: 'nothing' },
  export: { input: organId, foreign: 'nothing' },
  info: { input: roleId },
  add: { input: ids => ({ ...form, ...organId(ids) }) },
  modify: { input: ids => ({ ...form, ...roleId(ids) }) },
  remove: { input: roleId },
})
