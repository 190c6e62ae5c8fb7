import { randomBytes } from 'node:crypto'
import { hashPassword } from '../../../platform/auth/passwords.ts'
import type { SeedPart } from '../../../platform/parts.ts'
import { ids, insertColumns, instants, text } from '../../../platform/postgres/columns.ts'

/** The people who sign in, or might: most have a password that nobody knows. */
export const membersSeed: SeedPart = {
  always: true,
  async fill(db, { members }) {
    const unknown = await hashPassword(randomBytes(24).toString('base64url'))
    const hashes = await Promise.all(
      members.map(({ password }) => (password === null ? unknown : hashPassword(password))),
    )
    await insertColumns(db, 'member', {
      id: ids(members.map(member => member.id)),
      account: text(members.map(member => member.account)),
      name: text(members.map(member => member.name)),
      phone: text(members.map(member => member.phone)),
      password_hash: text(hashes),
      organ_id: ids(members.map(member => member.organs[0])),
      created_at: instants(members.map(member => member.createdAt)),
      last_login_at: instants(members.map(member => member.lastLoginAt)),
    })
    const managed = members.flatMap(({ id, organs }) => organs.map(organ => ({ id, organ })))
    await insertColumns(db, 'member_organisation', {
      member_id: ids(managed.map(one => one.id)),
      organ_id: ids(managed.map(one => one.organ)),
    })
    await insertColumns(db, 'member_role', {
      member_id: ids(members.map(member => member.id)),
      role_id: ids(members.map(member => member.roleId)),
    })
  },
}
