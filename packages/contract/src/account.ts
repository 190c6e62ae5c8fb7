import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const base = '/admin/api/manage/center'

/** The signed-in person (spec §3 "User info"). `avatar` equals `userIcon`; unknown codes of another version are left out. */
export const me = z.object({
  userId: z.int(),
  userName: z.string(),
  userPhone: z.string().nullable(),
  userIcon: z.string().nullable(),
  userMail: z.string().nullable(),
  userAccount: z.string(),
  userOrganName: z.string(),
  belongOrgans: z.array(z.string()),
  avatar: z.string().nullable(),
  permissions: z.array(z.string()),
})
export type Me = z.output<typeof me>

/** Personal centre (spec §7). */
export const account = {
  me: endpoint({
    title: '当前登录人',
    method: 'GET',
    path: `${base}/me`,
    access: 'signedIn',
    reply: me,
  }),
}
