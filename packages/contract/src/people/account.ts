import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { error } from '../errors.ts'
import { guid, id, instant, mobilePhone, nameText, picture, pictureLink } from '../fields.ts'
import { label } from '../labels.ts'
import { revealReason } from '../reveals.ts'

const base = '/admin/api/manage/center'

/** The signed-in person (spec §3 "User info"). `avatar` equals `userIcon`; unknown codes of another version are left out. */
export const me = z.object({
  userId: z.int(),
  userName: z.string(),
  userPhone: z.string().nullable(),
  userIcon: pictureLink.nullable(),
  userMail: z.string().nullable(),
  userAccount: z.string(),
  userOrganName: z.string(),
  belongOrgans: z.array(z.string()),
  avatar: pictureLink.nullable(),
  permissions: z.array(z.string()),
  /** The password was given by somebody else: it must be changed before anything else is done. */
  mustChangePassword: z.boolean(),
  /** They must add a second step of signing in before anything else is done. */
  mustAddFactor: z.boolean(),
  /** Until when they are asked to; null: they have one, or need none. */
  factorDueAt: instant.nullable(),
  /** Minutes without a person's input after which their session is over; null: it is not limited so. */
  mostIdleMinutes: z.int().nullable(),
  /** Whoever asks for money may decide it, too: a company of one. Said to those with codes of finance. */
  decidesAlone: z.boolean(),
})
export type Me = z.output<typeof me>

const nothing = z.union([z.literal(''), z.null()]).transform(() => null)

/** 编辑个人信息: spec §5 has its rules and sentences; a changed phone or mail needs the password. */
export const profileForm = z.object({
  userId: label('成员', id),
  userName: label('名称', nameText(50)),
  userPhone: label('联系电话', mobilePhone),
  userIcon: label(
    '头像',
    z
      .union([nothing, picture])
      .optional()
      .transform(value => value ?? null),
  ),
  userMail: label(
    '电子邮箱',
    z
      .union([nothing, z.email('邮箱格式不正确').max(100)], '邮箱格式不正确')
      .optional()
      .transform(value => value ?? null),
  ),
  password: label('登录密码', z.string().max(128).optional()),
})

/** Whether a form changes how its person is reached; such a change is told to them where they were reached before. */
export function changesContact(
  before: { userPhone: string | null; userMail: string | null },
  after: { userPhone: string; userMail: string | null },
): boolean {
  return after.userPhone !== (before.userPhone ?? '') || (after.userMail ?? '') !== (before.userMail ?? '')
}

/** Shortest password, in characters. */
export const shortestPassword = 10

/** Days within which somebody must sign in with a password that was given to them. */
export const firstPasswordDays = 7

/**
 * What is wrong with the length of a new password, as a sentence, or null: no signs are asked for, since they make no
 * password better. The server refuses common ones and names besides.
 */
function passwordProblem(password: string): string | null {
  if (password.length < shortestPassword) return `新密码最少 ${shortestPassword} 位`
  if (password.length > 64) return '新密码最多 64 位'
  return null
}

/** A new password, and the same again. */
export const newPasswordFields = {
  nPwd: label('新密码', z.string().min(1).max(128)),
  cPwd: label('确认密码', z.string().min(1).max(128)),
}

/** What a form with these fields is refined by. */
export function checkNewPassword(
  { nPwd, cPwd }: { nPwd: string; cPwd: string },
  context: Pick<z.RefinementCtx, 'addIssue'>,
): void {
  const problem = passwordProblem(nPwd)
  if (problem !== null) context.addIssue({ code: 'custom', path: ['nPwd'], message: problem })
  if (nPwd !== cPwd) context.addIssue({ code: 'custom', path: ['cPwd'], message: '两次输入的新密码不一致' })
}

/** 修改密码: spec §5's sentences, and the match check that it does not show. */
export const passwordForm = z
  .object({
    oPwd: label('旧密码', z.string().min(1).max(128)),
    ...newPasswordFields,
    /** Whoever says 不是我 wants nothing of theirs to go on that another may have made. */
    stopKeys: label('停用接口密钥和推送地址', z.boolean().default(false)),
  })
  .superRefine(checkNewPassword)

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

/** How many of one's latest ways in, and of tries, are shown. */
export const mostSignIns = 30

/** A way in, or a try: what the security log has of it. */
const ownSignIn = z.object({
  at: instant,
  succeeded: z.boolean(),
  /** Why not; null: it was right. */
  why: z.string().nullable(),
  device: z.string(),
  address: z.string().nullable(),
  /** Within an hour of the first, of the same network. */
  times: z.int(),
})
export type OwnSignIn = z.output<typeof ownSignIn>

/** Personal centre (spec §2, §7): one's own row and nobody else's. */
export const account = {
  me: endpoint({
    title: '当前登录人',
    method: 'GET',
    path: `${base}/me`,
    access: 'signedIn',
    reply: me,
    withFirstPassword: true,
    withoutFactor: true,
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
    secret: ['password'],
    perMinute: 10,
  }),
  changePassword: endpoint({
    title: '修改密码',
    method: 'POST',
    path: `${base}/changePwd`,
    access: 'signedIn',
    input: passwordForm,
    reply: z.literal(true),
    change: '修改密码',
    stepUp: 'recent',
    secret: ['oPwd', 'nPwd', 'cPwd'],
    withFirstPassword: true,
    withoutFactor: true,
    perMinute: 10,
  }),
  sessions: endpoint({
    title: '我的登录设备',
    method: 'GET',
    path: `${base}/sessions`,
    access: 'signedIn',
    reply: z.array(sessionOfPerson),
  }),
  signIns: endpoint({
    title: '我的登录记录',
    method: 'GET',
    path: `${base}/signIns`,
    access: 'signedIn',
    reply: z.array(ownSignIn),
  }),
  explainReadings: endpoint({
    title: '说明查看个人信息的原因',
    method: 'POST',
    path: `${base}/readingReason`,
    access: 'signedIn',
    input: z.object({ reason: revealReason }),
    reply: z.literal(true),
    change: '说明查看个人信息的原因',
    stepUp: 'fresh',
    perMinute: 10,
  }),
  endSession: endpoint({
    title: '下线一台登录设备',
    method: 'POST',
    path: `${base}/endSession`,
    access: 'signedIn',
    input: z.object({ sessionId: label('登录设备', guid) }),
    reply: z.literal(true),
    change: '下线登录设备',
    stepUp: 'recent',
    record: 'sessionId',
  }),
}

/** Refusals of the personal centre: −101yy. */
export const accountErrors = {
  mustChangePassword: error(-10104, '您的密码由他人设置，请先在个人中心修改密码'),
  oldPasswordWrong: error(-10105, '旧密码不正确，请重新输入'),
  samePassword: error(-10106, '新密码不能与旧密码相同，请换一个'),
  commonPassword: error(-10107, '新密码太常见，容易被猜到，请换一个'),
  namedPassword: error(-10109, (what: string) => `新密码不能含有${what}，请换一个`),
  firstPasswordExpired: error(
    -10110,
    (days: number) => `初始密码只在 ${days} 天内有效，请联系管理员重置密码`,
  ),
  contactNeedsPassword: error(-10111, '修改联系电话或电子邮箱，请输入登录密码'),
  contactPasswordWrong: error(-10112, '登录密码不正确，请重新输入'),
  notOneself: error(-10108, '只能修改自己的个人信息'),
} as const
