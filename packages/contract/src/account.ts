import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { error } from './errors.ts'
import { id, instant, mobilePhone, picturePath } from './fields.ts'

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
  /** The password was given by somebody else: it must be changed before anything else is done. */
  mustChangePassword: z.boolean(),
})
export type Me = z.output<typeof me>

const nothing = z.union([z.literal(''), z.null()]).transform(() => null)

/** 编辑个人信息: its rules and sentences are those of spec §5. */
export const profileForm = z.object({
  userId: id,
  userName: z.string({ error: '名称不能为空' }).trim().min(1, '名称不能为空').max(50),
  userPhone: mobilePhone,
  userIcon: z
    .union([nothing, picturePath])
    .optional()
    .transform(value => value ?? null),
  userMail: z
    .union([nothing, z.email('邮箱格式不正确').max(100)], '邮箱格式不正确')
    .optional()
    .transform(value => value ?? null),
})

/** Shortest password, in characters. */
export const shortestPassword = 8

/** What is wrong with a new password, as a sentence, or null. Common ones are refused by the server besides. */
export function passwordProblem(password: string): string | null {
  if (password.length < shortestPassword) return `新密码最少 ${shortestPassword} 位`
  if (password.length > 64) return '新密码最多 64 位'
  if (!/[A-Za-z]/.test(password) || !/\d/.test(password)) return '新密码须同时包含字母和数字'
  return null
}

/** 修改密码: spec §5's sentences, and the match check that it does not show. */
export const passwordForm = z
  .object({
    oPwd: z.string({ error: '旧密码不能为空' }).min(1, '旧密码不能为空').max(128),
    nPwd: z.string({ error: '新密码不能为空' }).min(1, '新密码不能为空').max(128),
    cPwd: z.string({ error: '确认密码不能为空' }).min(1, '确认密码不能为空').max(128),
  })
  .superRefine(({ nPwd, cPwd }, context) => {
    const problem = passwordProblem(nPwd)
    if (problem !== null) context.addIssue({ code: 'custom', path: ['nPwd'], message: problem })
    if (nPwd !== cPwd) context.addIssue({ code: 'custom', path: ['cPwd'], message: '两次输入的新密码不一致' })
  })

/** A sign-in that is still good. */
export const sessionOfPerson = z.object({
  sessionId: z.uuid(),
  /** Browser and system, as far as the browser says. */
  device: z.string(),
  address: z.string().nullable(),
  signedInAt: instant,
  lastUsedAt: instant,
  current: z.boolean(),
})
export type SessionOfPerson = z.output<typeof sessionOfPerson>

/** Personal centre (spec §2, §7): one's own row and nobody else's. */
export const account = {
  me: endpoint({
    title: '当前登录人',
    method: 'GET',
    path: `${base}/me`,
    access: 'signedIn',
    reply: me,
    withFirstPassword: true,
  }),
  modify: endpoint({
    title: '编辑个人信息',
    method: 'POST',
    path: `${base}/modUserInfo`,
    access: 'signedIn',
    input: profileForm,
    reply: z.literal(true),
    change: '编辑个人信息',
    record: 'userId',
  }),
  changePassword: endpoint({
    title: '修改密码',
    method: 'POST',
    path: `${base}/changePwd`,
    access: 'signedIn',
    input: passwordForm,
    reply: z.literal(true),
    change: '修改密码',
    secret: ['oPwd', 'nPwd', 'cPwd'],
    withFirstPassword: true,
    perMinute: 10,
  }),
  sessions: endpoint({
    title: '我的登录设备',
    method: 'GET',
    path: `${base}/sessions`,
    access: 'signedIn',
    reply: z.array(sessionOfPerson),
  }),
  endSession: endpoint({
    title: '下线一台登录设备',
    method: 'POST',
    path: `${base}/endSession`,
    access: 'signedIn',
    input: z.object({ sessionId: z.uuid() }),
    reply: z.literal(true),
    change: '下线登录设备',
    record: 'sessionId',
  }),
}

/** Refusals of the personal centre: −101yy. */
export const accountErrors = {
  mustChangePassword: error(-10104, '您的密码由他人设置，请先在个人中心修改密码'),
  oldPasswordWrong: error(-10105, '旧密码不正确，请重新输入'),
  samePassword: error(-10106, '新密码不能与旧密码相同，请换一个'),
  commonPassword: error(-10107, '新密码太常见，容易被猜到，请换一个'),
  notOneself: error(-10108, '只能修改自己的个人信息'),
} as const
