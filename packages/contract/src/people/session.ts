import { z } from 'zod'
import { cleanedCode } from '../cleaned.ts'
import { endpoint } from '../endpoint.ts'
import { error } from '../errors.ts'
import { choice, label } from '../labels.ts'
import { secondSteps } from '../trust/factorKinds.ts'
import { codeField } from '../trust/factorShapes.ts'
import { passkeyAssertion, passkeyRequest } from '../trust/passkeys.ts'
import { providerAnswer } from '../trust/singleSignOn.ts'

/** The two tokens of a session; the client keeps both in cookies of one day (spec §3, §9). */
export const tokens = z.object({ token: z.string(), refreshToken: z.string() })
export type Tokens = z.output<typeof tokens>

const passwordGrant = z.object({
  grant_type: label('授权类型', z.literal('password')),
  username: label('账号', cleanedCode.min(1).max(64)),
  password: label('密码', z.string().min(1).max(128)),
})
const refreshGrant = z.object({
  grant_type: label('授权类型', z.literal('refresh_token')),
  refresh_token: label('刷新令牌', z.string().min(1).max(512)),
})
const challenge = label('验证', z.string().min(1).max(64))
const secondStepGrant = z.object({
  grant_type: label('授权类型', z.literal('second_step')),
  challenge,
  method: label('验证方式', choice(secondSteps)),
  code: codeField.optional(),
  assertion: passkeyAssertion.optional(),
})
const passkeyGrant = z.object({
  grant_type: label('授权类型', z.literal('passkey')),
  challenge,
  assertion: passkeyAssertion,
})

const providerGrant = z.object({
  grant_type: label('授权类型', z.literal('provider')),
  ...providerAnswer,
})

/** Fields of the sign-in form, for the form itself. */
export const signIn = passwordGrant.pick({ username: true, password: true })

/** Sign-in, refresh and sign-out (spec §7 "Session"). JSON or form-encoded. */
export const session = {
  token: endpoint({
    title: '登录或刷新令牌',
    method: 'POST',
    path: '/auth/token',
    access: 'basic',
    input: z.discriminatedUnion('grant_type', [
      passwordGrant,
      refreshGrant,
      secondStepGrant,
      passkeyGrant,
      providerGrant,
    ]),
    reply: tokens,
    secret: ['password', 'refresh_token', 'token', 'refreshToken', 'challenge', 'code', 'assertion', 'state'],
    // A whole school behind one address signs in within a minute; what guesses passwords is held up long before.
    perMinute: 300,
  }),
  beginPasskey: endpoint({
    title: '开始用通行密钥登录',
    method: 'POST',
    path: '/auth/passkeyOptions',
    access: 'basic',
    reply: z.object({ challenge: z.string(), options: passkeyRequest }),
    perMinute: 60,
  }),
  beginProvider: endpoint({
    title: '开始单点登录',
    method: 'POST',
    path: '/auth/providerBegin',
    access: 'basic',
    reply: z.object({ url: z.string(), state: z.string() }),
    perMinute: 60,
  }),
  /** Back-channel logout of OpenID Connect: the provider says that somebody signed out there. */
  providerLogout: endpoint({
    title: '单点登录的提供方通知退出',
    method: 'POST',
    path: '/auth/providerLogout',
    access: 'anonymous',
    input: z.object({ logout_token: label('退出令牌', z.string().min(1).max(3072)) }),
    reply: z.literal(true),
    secret: ['logout_token'],
    perMinute: 600,
  }),
  logout: endpoint({
    title: '退出登录',
    method: 'POST',
    path: '/auth/oauth/logout',
    access: 'signedIn',
    reply: z.literal(true),
    change: '退出登录',
    withFirstPassword: true,
    withoutFactor: true,
  }),
}

/** A time to wait that is never shorter than it is. */
function waiting(seconds: number): string {
  return seconds < 100 ? `${Math.ceil(seconds)} 秒` : `${Math.ceil(seconds / 60)} 分钟`
}

/** Refusals of signing in: −101yy, shared with the personal centre. */
export const sessionErrors = {
  loginFailed: error(-10101, '账号或密码不正确，请重新输入'),
  accountDisabled: error(-10103, '账号已停用，请联系管理员启用'),
  loginTooOften: error(-10102, (seconds: number) => `尝试次数过多，请 ${waiting(seconds)}后再试`),
} as const
