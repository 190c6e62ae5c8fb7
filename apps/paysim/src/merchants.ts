import { generateKeyPair, type KeyObject, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

/** What a server is configured with to be a merchant of the simulated channels. */
export interface Merchants {
  readonly wechat: {
    readonly mchid: string
    readonly appid: string
    readonly serial: string
    readonly key: KeyObject
    readonly apiV3Key: string
    readonly publicKeys: readonly [{ readonly id: string; readonly key: KeyObject }]
  }
  readonly alipay: {
    readonly appId: string
    readonly sellerId: string
    readonly key: KeyObject
    readonly publicKey: KeyObject
  }
}

/** What the simulated channels keep to themselves, and what they know of their merchants. */
export interface ChannelKeys {
  readonly wechat: { readonly own: KeyObject; readonly merchant: KeyObject }
  readonly alipay: { readonly own: KeyObject; readonly merchant: KeyObject }
}

/** Makes a merchant of each channel, with keys that nobody else has. */
export async function makeMerchants(): Promise<{ merchants: Merchants; keys: ChannelKeys }> {
  // Side by side and off the main thread: a server waits for them when it starts.
  const pair = () => promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const [wechat, wechatMerchant, alipay, alipayMerchant] = await Promise.all([pair(), pair(), pair(), pair()])
  return {
    merchants: {
      wechat: {
        mchid: '1900000109',
        appid: 'wxd678efh567hg6787',
        serial: randomBytes(20).toString('hex').toUpperCase(),
        key: wechatMerchant.privateKey,
        apiV3Key: randomBytes(16).toString('hex'),
        publicKeys: [{ id: 'PUB_KEY_ID_0119000001092026112200000000', key: wechat.publicKey }],
      },
      alipay: {
        appId: '2021000000000001',
        sellerId: '2088000000000001',
        key: alipayMerchant.privateKey,
        publicKey: alipay.publicKey,
      },
    },
    keys: {
      wechat: { own: wechat.privateKey, merchant: wechatMerchant.publicKey },
      alipay: { own: alipay.privateKey, merchant: alipayMerchant.publicKey },
    },
  }
}
