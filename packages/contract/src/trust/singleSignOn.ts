import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, instant, text } from '../fields.ts'
import { label } from '../labels.ts'

/** What the provider sends people back with, in the address of the page of sign-in. */
export const providerAnswer = {
  code: label('验证码', z.string().min(1).max(2048)),
  state: label('状态', z.string().min(1).max(64)),
  iss: label('提供方', z.string().max(500).optional()),
}

/** How somebody is known at the provider. */
const ownIdentity = z.object({
  identityId: z.int(),
  issuer: z.string(),
  subject: z.string(),
  boundAt: instant,
})

const base = '/admin/api/manage/center'

/** 单点登录: binding one's account to the provider of the installation. */
export const singleSignOn = {
  info: endpoint({
    title: '单点登录',
    method: 'GET',
    path: `${base}/identities`,
    access: 'signedIn',
    /** `name`: what people call the provider; null: the installation has none. */
    reply: z.object({ name: z.string().nullable(), identities: z.array(ownIdentity) }),
  }),
  begin: endpoint({
    title: '开始绑定单点登录',
    method: 'POST',
    path: `${base}/identityBegin`,
    access: 'signedIn',
    reply: z.object({ url: z.string() }),
    stepUp: 'fresh',
    perMinute: 30,
  }),
  bind: endpoint({
    title: '绑定单点登录',
    method: 'POST',
    path: `${base}/identityAdd`,
    access: 'signedIn',
    input: z.object(providerAnswer),
    reply: z.literal(true),
    change: '绑定单点登录',
    secret: ['code', 'state'],
    perMinute: 30,
  }),
  unbind: endpoint({
    title: '解除单点登录',
    method: 'POST',
    path: `${base}/identityRemove`,
    access: 'signedIn',
    input: z.object({ identityId: label('绑定', id) }),
    reply: z.literal(true),
    change: '解除单点登录',
    record: 'identityId',
    stepUp: 'fresh',
  }),
  bindMember: endpoint({
    title: '绑定成员的单点登录',
    method: 'POST',
    path: '/api/manage/userBindIdentity',
    access: ['system:user'],
    input: z.object({ userId: label('成员', id), subject: label('提供方的用户编号', text(255)) }),
    reply: z.literal(true),
    change: '绑定成员的单点登录',
    record: 'userId',
    stepUp: 'recent',
  }),
}
