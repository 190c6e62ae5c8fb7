import { z } from 'zod'
import { cleanedCode } from '../cleaned.ts'
import { endpoint } from '../endpoint.ts'
import { choice, label } from '../labels.ts'
import { checkNewPassword, newPasswordFields } from '../people/account.ts'
import { contactKinds } from './contactKinds.ts'
import { secondSteps } from './factorKinds.ts'
import { codeField } from './factorShapes.ts'
import { passkeyAssertion, passkeyRequest } from './passkeys.ts'

const account = label('账号', cleanedCode.min(1).max(64))
const secretText = z.string().min(1).max(64)

/** What a reset is proved with: the link of a mail, or the account and the code of a text message. */
const checkForm = z.union([
  z.object({ token: label('链接', secretText) }),
  z.object({ account, code: codeField }),
])

/** How many times an hour somebody may ask: for one account, and from one address. */
export const mostAsked = { account: 3, address: 10 } as const

/** 忘记密码: by a verified contact, and with a second step where the account has one. No session begins. */
export const passwordResets = {
  /** By which contacts it can be done here; none: an administrator does it. */
  ways: endpoint({
    title: '可自助重置密码的方式',
    method: 'GET',
    path: '/auth/forgotWays',
    access: 'basic',
    reply: z.object({ kinds: z.array(choice(contactKinds)) }),
    perMinute: 60,
  }),
  /** Answers the same whether there is such an account or not, and before anybody looks. */
  ask: endpoint({
    title: '忘记密码',
    method: 'POST',
    path: '/auth/forgot',
    access: 'basic',
    input: z.object({ account, channel: label('验证渠道', choice(contactKinds)) }),
    reply: z.literal(true),
    perMinute: 30,
  }),
  check: endpoint({
    title: '核对重置密码的验证信息',
    method: 'POST',
    path: '/auth/forgotCheck',
    access: 'basic',
    input: checkForm,
    reply: z.object({
      challenge: z.string(),
      account: z.string(),
      /** By which of them a second step is to be proved besides; none: it has none. */
      methods: z.array(choice(secondSteps)),
      passkey: passkeyRequest.nullable(),
    }),
    secret: ['token', 'code', 'challenge'],
    perMinute: 30,
  }),
  reset: endpoint({
    title: '重设忘记的密码',
    method: 'POST',
    path: '/auth/reset',
    access: 'basic',
    input: z
      .object({
        challenge: label('验证', secretText),
        ...newPasswordFields,
        proof: label(
          '第二步验证',
          z
            .object({
              method: label('验证方式', choice(secondSteps)),
              code: codeField.optional(),
              assertion: passkeyAssertion.optional(),
            })
            .optional(),
        ),
      })
      .superRefine(checkNewPassword),
    reply: z.literal(true),
    secret: ['challenge', 'nPwd', 'cPwd', 'proof', 'code', 'assertion'],
    perMinute: 30,
  }),
}
