import type { Paysim } from './paysim.ts'

/** The environment with which a server takes the simulated channels for its own. */
export function environmentOf({ merchants, wechatUrl, alipayUrl }: Paysim): Record<string, string> {
  const { wechat, alipay } = merchants
  return {
    WECHAT_MCHID: wechat.mchid,
    WECHAT_APPID: wechat.appid,
    WECHAT_SERIAL: wechat.serial,
    WECHAT_KEY: wechat.key.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    WECHAT_APIV3_KEY: wechat.apiV3Key,
    WECHAT_PUBLIC_KEY: wechat.publicKeys[0].key.export({ format: 'der', type: 'spki' }).toString('base64'),
    WECHAT_PUBLIC_KEY_ID: wechat.publicKeys[0].id,
    WECHAT_BASE_URL: wechatUrl,
    ALIPAY_APP_ID: alipay.appId,
    ALIPAY_SELLER_ID: alipay.sellerId,
    ALIPAY_KEY: alipay.key.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    ALIPAY_PUBLIC_KEY: alipay.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    ALIPAY_BASE_URL: alipayUrl,
  }
}
