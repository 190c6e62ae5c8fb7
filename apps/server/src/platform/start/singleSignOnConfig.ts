import { z } from 'zod'
import { StartError } from './startError.ts'

/** Single sign-on by OpenID Connect. */
export const singleSignOnVariables = {
  OIDC_ISSUER: z
    .string()
    .refine(value => URL.canParse(value) && ['https:', 'http:'].includes(new URL(value).protocol))
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().min(1).max(20).default('单点登录'),
  OIDC_MFA_ACR: z.string().optional(),
  OIDC_ONLY: z.enum(['0', '1']).default('0'),
  OIDC_BIND_BY_MAIL: z.enum(['0', '1']).default('0'),
}
const variables = z.object(singleSignOnVariables)
type Values = z.output<typeof variables>

/** What each must be, in the words of the sentence that refuses it. */
export const singleSignOnMust: Record<keyof Values, string> = {
  OIDC_ISSUER: '身份提供方的地址，如 https://id.example.com/realms/main',
  OIDC_CLIENT_ID: '在身份提供方登记的客户端编号',
  OIDC_CLIENT_SECRET: '在身份提供方登记的客户端密钥',
  OIDC_NAME: '1 到 20 个字符，登录按钮上的名称，如 企业微信',
  OIDC_MFA_ACR: '身份提供方表示已做多因素验证的 acr 值，以空格分隔',
  OIDC_BIND_BY_MAIL: '1（双方都验证过的邮箱相同时自动绑定）或 0',
  OIDC_ONLY: '1（只有安全管理员还能用密码登录）或 0',
}

/** Sentences do not repeat what these are. */
export const singleSignOnSecrets = ['OIDC_CLIENT_SECRET'] satisfies (keyof Values)[]

/** @throws StartError where something is missing, or the way to the provider is not encrypted */
export function singleSignOnOf(values: Values, publicUrl: string | undefined) {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = values
  if (OIDC_ISSUER === undefined) return undefined
  if (OIDC_CLIENT_ID === undefined || OIDC_CLIENT_SECRET === undefined)
    throw new StartError('配置错误：设置了 OIDC_ISSUER，还须设置 OIDC_CLIENT_ID 和 OIDC_CLIENT_SECRET')
  if (publicUrl === undefined) throw new StartError('配置错误：设置了 OIDC_ISSUER，还须设置 PUBLIC_URL')
  const issuer = new URL(OIDC_ISSUER)
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(issuer.hostname)
  if (issuer.protocol === 'http:' && !isLocal) throw new StartError('配置错误：OIDC_ISSUER 须为 https 地址')
  return {
    issuer,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    name: values.OIDC_NAME,
    /** Values of `acr` with which the provider says that it asked for a second step. */
    strongAcr: values.OIDC_MFA_ACR?.split(/\s+/) ?? [],
    only: values.OIDC_ONLY === '1',
    /** Whoever is not bound yet is, by a mail that the provider and we have verified. */
    bindsByMail: values.OIDC_BIND_BY_MAIL === '1',
    /** Where the provider sends people back to: the page of sign-in. */
    redirectUri: `${publicUrl}/login`,
  }
}
