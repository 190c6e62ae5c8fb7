import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, nameText } from '../fields.ts'
import { choice, label } from '../labels.ts'
import { tokens } from '../people/session.ts'
import { ownContact } from './contacts.ts'
import { secondSteps } from './factorKinds.ts'
import { codeField, ownFactor } from './factorShapes.ts'
import { passkeyAssertion, passkeyAttestation, passkeyCreation, passkeyRequest } from './passkeys.ts'
import { providerAnswer } from './singleSignOn.ts'

const base = '/admin/api/manage/center'

const factorId = label('验证方式', id)
const factorName = label('名称', nameText(50))
const challenge = label('验证', z.string().min(1).max(64))

/**
 * How somebody proves who they are anew: with a passkey alone, with the password and a code, or, who has no factor, with the
 * password.
 */
const proofMethods = { ...secondSteps, password: '登录密码', provider: '单点登录' } as const
export type ProofMethod = keyof typeof proofMethods

/** 账号安全: one's own factors, and proving anew who one is. */
export const factors = {
  info: endpoint({
    title: '账号安全',
    method: 'GET',
    path: `${base}/security`,
    access: 'signedIn',
    withoutFactor: true,
    reply: z.object({
      factors: z.array(ownFactor),
      recoveryLeft: z.int(),
      /** Why passkeys cannot be added; null: they can. */
      passkeyRefusal: z.string().nullable(),
      contacts: z.array(ownContact),
      /** The first factor is added only after a code of a verified contact was given back: nobody knows this browser. */
      isStrange: z.boolean(),
    }),
    withFirstPassword: true,
  }),
  beginProof: endpoint({
    title: '开始再次验证身份',
    method: 'POST',
    path: `${base}/stepUpBegin`,
    access: 'signedIn',
    withoutFactor: true,
    reply: z.object({
      challenge: z.string(),
      methods: z.array(z.enum(['passkey', 'totp', 'recovery', 'password', 'provider'])),
      passkey: passkeyRequest.nullable(),
      /** Where to prove it at the provider of single sign-on; null: not there. */
      providerUrl: z.string().nullable(),
    }),
    withFirstPassword: true,
    perMinute: 30,
  }),
  prove: endpoint({
    title: '再次验证身份',
    method: 'POST',
    path: `${base}/stepUp`,
    access: 'signedIn',
    withoutFactor: true,
    input: z.object({
      challenge,
      method: label('验证方式', choice(proofMethods)),
      /** What the provider sent them back with. */
      provider: label('单点登录', z.object(providerAnswer).optional()),
      password: label('登录密码', z.string().max(128).optional()),
      code: codeField.optional(),
      assertion: passkeyAssertion.optional(),
    }),
    reply: tokens,
    secret: ['password', 'code', 'assertion', 'provider', 'token', 'refreshToken', 'challenge'],
    withFirstPassword: true,
    perMinute: 30,
  }),
  beginTotp: endpoint({
    title: '开始添加动态验证码',
    method: 'POST',
    path: `${base}/totpBegin`,
    access: 'signedIn',
    withoutFactor: true,
    /** `setupKey` is typed into an app by hand, `uri` is what it scans, and `svg` the picture of that. */
    reply: z.object({ challenge: z.string(), setupKey: z.string(), uri: z.string(), svg: z.string() }),
    secret: ['challenge', 'setupKey', 'uri', 'svg'],
    stepUp: 'fresh',
    perMinute: 30,
  }),
  addTotp: endpoint({
    title: '添加动态验证码',
    method: 'POST',
    path: `${base}/totpAdd`,
    access: 'signedIn',
    withoutFactor: true,
    input: z.object({ challenge, name: factorName, code: codeField }),
    reply: z.literal(true),
    change: '添加动态验证码',
    secret: ['challenge', 'code'],
    perMinute: 30,
  }),
  beginPasskey: endpoint({
    title: '开始添加通行密钥',
    method: 'POST',
    path: `${base}/passkeyBegin`,
    access: 'signedIn',
    withoutFactor: true,
    reply: z.object({ challenge: z.string(), options: passkeyCreation }),
    stepUp: 'fresh',
    perMinute: 30,
  }),
  addPasskey: endpoint({
    title: '添加通行密钥',
    method: 'POST',
    path: `${base}/passkeyAdd`,
    access: 'signedIn',
    withoutFactor: true,
    input: z.object({ challenge, name: factorName, attestation: passkeyAttestation }),
    reply: z.literal(true),
    change: '添加通行密钥',
    secret: ['challenge', 'attestation'],
    largestBody: 32_768,
    perMinute: 30,
  }),
  rename: endpoint({
    title: '重命名验证方式',
    method: 'POST',
    path: `${base}/factorRename`,
    access: 'signedIn',
    withoutFactor: true,
    input: z.object({ factorId, name: factorName }),
    reply: z.literal(true),
    change: '重命名验证方式',
    record: 'factorId',
  }),
  remove: endpoint({
    title: '删除验证方式',
    method: 'POST',
    path: `${base}/factorRemove`,
    access: 'signedIn',
    withoutFactor: true,
    input: z.object({ factorId }),
    reply: z.literal(true),
    change: '删除验证方式',
    record: 'factorId',
    stepUp: 'fresh',
  }),
  renewRecoveryCodes: endpoint({
    title: '重新生成恢复码',
    method: 'POST',
    path: `${base}/recoveryNew`,
    access: 'signedIn',
    withoutFactor: true,
    /** Shown once; the ones before are void. */
    reply: z.object({ codes: z.array(z.string()) }),
    change: '重新生成恢复码',
    secret: ['codes'],
    stepUp: 'fresh',
    perMinute: 10,
  }),
}
