import type { SeedPart } from '../../../platform/parts.ts'
import { ids, insertColumns, text } from '../../../platform/postgres/columns.ts'

/** The roles with their access codes. */
export const rolesSeed: SeedPart = {
  always: true,
  async fill(db, { roles }) {
    await insertColumns(db, 'role', {
      id: ids(roles.map(role => role.id)),
      name: text(roles.map(role => role.name)),
      note: text(roles.map(role => role.note)),
      built_in: { type: 'boolean', values: roles.map(role => role.builtIn) },
      organ_id: ids(roles.map(role => role.organId)),
    })
    const grants = roles.flatMap(({ id, codes }) => codes.map(code => ({ id, code })))
    await insertColumns(db, 'role_access', {
      role_id: ids(grants.map(grant => grant.id)),
      code: text(grants.map(grant => grant.code)),
    })
  },
}
