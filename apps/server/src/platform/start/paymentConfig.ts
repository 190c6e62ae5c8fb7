import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { StartError } from './startError.ts'

const number = z.string().regex(/^[\w-]{4,64}$/)
const address = z
  .string()
  .refine(value => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol))
  .transform(value => value.replace(/\/+$/, ''))

/** Merchants of payment channels. A channel of which nothing is set is none. */
export const paymentVariables = {
  WECHAT_MCHID: number.optional(),
  WECHAT_APPID: number.optional(),
  WECHAT_SERIAL: z.hex().max(64).optional(),
  WECHAT_KEY: z.string().optional(),
  WECHAT_APIV3_KEY: z
    .string()
    .refine(value => Buffer.byteLength(value) === 32)
    .optional(),
  WECHAT_PUBLIC_KEY: z.string().optional(),
  WECHAT_PUBLIC_KEY_ID: number.optional(),
  WECHAT_NEXT_PUBLIC_KEY: z.string().optional(),
  WECHAT_NEXT_PUBLIC_KEY_ID: number.optional(),
  WECHAT_BASE_URL: address.default('https://api.mch.weixin.qq.com'),
  ALIPAY_APP_ID: number.optional(),
  ALIPAY_SELLER_ID: number.optional(),
  ALIPAY_KEY: z.string().optional(),
  ALIPAY_PUBLIC_KEY: z.string().optional(),
  ALIPAY_BASE_URL: address.default('https://openapi.alipay.com/gateway.do'),
}
const variables = z.object(paymentVariables)
type Values = z.output<typeof variables>
type Name = keyof Values

const privateKey = '私钥：PEM 文件的路径，或其内容'
const publicKey = '公钥：PEM 文件的路径，或其内容'

/** What each must be, in the words of the sentence that refuses it. */
export const paymentMust: Record<Name, string> = {
  WECHAT_MCHID: '微信支付的商户号',
  WECHAT_APPID: '与商户号绑定的 AppID',
  WECHAT_SERIAL: '商户 API 证书的序列号（十六进制）',
  WECHAT_KEY: `商户 API 证书的${privateKey}`,
  WECHAT_APIV3_KEY: '32 个字节的 APIv3 密钥',
  WECHAT_PUBLIC_KEY: `微信支付的${publicKey}`,
  WECHAT_PUBLIC_KEY_ID: '微信支付公钥的 ID（PUB_KEY_ID_…），或平台证书的序列号',
  WECHAT_NEXT_PUBLIC_KEY: `更换期间微信支付的另一个${publicKey}`,
  WECHAT_NEXT_PUBLIC_KEY_ID: '更换期间另一个微信支付公钥的 ID，或平台证书的序列号',
  WECHAT_BASE_URL: '微信支付接口的地址，如 https://api.mch.weixin.qq.com',
  ALIPAY_APP_ID: '支付宝应用的 APPID',
  ALIPAY_SELLER_ID: '收款的支付宝商家 ID（2088…）',
  ALIPAY_KEY: `应用的${privateKey}`,
  ALIPAY_PUBLIC_KEY: `支付宝的${publicKey}`,
  ALIPAY_BASE_URL: '支付宝接口的地址，如 https://openapi.alipay.com/gateway.do',
}

/** Sentences do not repeat what these are. */
export const paymentSecrets = ['WECHAT_KEY', 'WECHAT_APIV3_KEY', 'ALIPAY_KEY'] satisfies Name[]

/**
 * The merchants that are configured, and whether channels are simulated: with the demo alone, and where there is none.
 * @throws StartError naming what is missing, or a key that is none
 */
export function paymentsOf(
  values: Values,
  { demo, publicUrl }: { demo: boolean; publicUrl: string | undefined },
) {
  const has = (prefix: string) =>
    Object.entries(values).some(
      ([name, value]) => name.startsWith(prefix) && !name.endsWith('_BASE_URL') && value !== undefined,
    )
  const needed = (name: Name) => {
    const value = values[name]
    if (value === undefined) throw new StartError(`配置错误：${name} 应为${paymentMust[name]}，现在没有设置`)
    return value
  }
  const wechat = has('WECHAT_')
    ? {
        mchid: needed('WECHAT_MCHID'),
        appid: needed('WECHAT_APPID'),
        serial: needed('WECHAT_SERIAL'),
        key: readKey('WECHAT_KEY', needed('WECHAT_KEY'), createPrivateKey),
        apiV3Key: needed('WECHAT_APIV3_KEY'),
        publicKeys: [
          {
            id: needed('WECHAT_PUBLIC_KEY_ID'),
            key: readKey('WECHAT_PUBLIC_KEY', needed('WECHAT_PUBLIC_KEY'), createPublicKey),
          },
          ...(has('WECHAT_NEXT_')
            ? [
                {
                  id: needed('WECHAT_NEXT_PUBLIC_KEY_ID'),
                  key: readKey('WECHAT_NEXT_PUBLIC_KEY', needed('WECHAT_NEXT_PUBLIC_KEY'), createPublicKey),
                },
              ]
            : []),
        ],
        baseUrl: values.WECHAT_BASE_URL,
      }
    : undefined
  const alipay = has('ALIPAY_')
    ? {
        appId: needed('ALIPAY_APP_ID'),
        sellerId: needed('ALIPAY_SELLER_ID'),
        key: readKey('ALIPAY_KEY', needed('ALIPAY_KEY'), createPrivateKey),
        publicKey: readKey('ALIPAY_PUBLIC_KEY', needed('ALIPAY_PUBLIC_KEY'), createPublicKey),
        baseUrl: values.ALIPAY_BASE_URL,
      }
    : undefined
  const real = wechat !== undefined || alipay !== undefined
  if (real && publicUrl === undefined)
    throw new StartError('配置错误：设置了支付渠道，还须设置 PUBLIC_URL，渠道向它发送支付通知')
  return { wechat, alipay, simulated: demo && !real }
}

/** PEM, the base64 within one as the channels' own tools give it, or a file with either. */
function readKey(name: Name, value: string, create: (pem: string) => KeyObject): KeyObject {
  try {
    const given = isKey(value) ? value : readFileSync(value, 'utf8')
    return create(asPem(given, create === createPublicKey))
  } catch {
    // What went wrong might say what the key is.
    throw new StartError(`配置错误：${name} 应为${paymentMust[name]}，读不出密钥`)
  }
}

const isKey = (value: string) => value.includes('-----BEGIN') || /^[A-Za-z0-9+/=\s]{200,}$/.test(value)

function asPem(given: string, isPublic: boolean): string {
  if (given.includes('-----BEGIN')) return given.replaceAll('\\n', '\n')
  // The name of the algorithm stands in PKCS #8 and not in PKCS #1.
  const kind = isPublic ? 'PUBLIC' : given.includes('BgkqhkiG9w0BAQ') ? 'PRIVATE' : 'RSA PRIVATE'
  const lines = given.replaceAll(/\s/g, '').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${kind} KEY-----`, ...lines, `-----END ${kind} KEY-----`].join('\n')
}
