import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
const bare = (type: 'pkcs1' | 'pkcs8') => privateKey.export({ format: 'der', type }).toString('base64')
const whole = {
  PUBLIC_URL: 'https://sim.example.com',
  ALIPAY_APP_ID: '2021000000000001',
  ALIPAY_SELLER_ID: '2088000000000001',
  ALIPAY_KEY: pem,
  ALIPAY_PUBLIC_KEY: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
}
const read = (env: Record<string, string>) => readConfig({ ...whole, ...env }).payments

test('channels are those that are set; simulated with the demo and none', () => {
  expect(readConfig({}).payments).toEqual({ wechat: undefined, alipay: undefined, simulated: true })
  expect(readConfig({ DEMO: '0' }).payments.simulated).toBe(false)
  const { wechat, alipay, simulated } = read({})
  expect([wechat, simulated]).toEqual([undefined, false])
  expect(alipay).toMatchObject({
    sellerId: whole.ALIPAY_SELLER_ID,
    baseUrl: 'https://openapi.alipay.com/gateway.do',
  })
})

test('a key is PEM, the base64 within one, or a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'drivesim-key-'))
  const file = join(folder, 'key.pem')
  writeFileSync(file, pem)
  for (const ALIPAY_KEY of [pem, pem.replaceAll('\n', '\\n'), bare('pkcs8'), bare('pkcs1'), file])
    expect(read({ ALIPAY_KEY }).alipay?.key.equals(privateKey)).toBe(true)
  rmSync(folder, { recursive: true })
  expect(read({}).alipay?.publicKey.equals(publicKey)).toBe(true)
})

test.each([
  [{ ALIPAY_SELLER_ID: '' }, 'ALIPAY_SELLER_ID 应为收款的支付宝商家 ID'],
  [{ ALIPAY_KEY: 'MIIsecret' }, 'ALIPAY_KEY 应为应用的私钥：PEM 文件的路径，或其内容，读不出密钥'],
  [{ ALIPAY_PUBLIC_KEY: 'none' }, 'ALIPAY_PUBLIC_KEY 应为支付宝的公钥'],
  [{ WECHAT_MCHID: '1900000109' }, 'WECHAT_APPID 应为与商户号绑定的 AppID，现在没有设置'],
  [{ WECHAT_APIV3_KEY: 'short' }, 'WECHAT_APIV3_KEY 应为32 个字节的 APIv3 密钥'],
  [{ PUBLIC_URL: '' }, '还须设置 PUBLIC_URL'],
])('%j is refused in one sentence that repeats no key', (env, sentence) => {
  expect(() => read(env)).toThrow(sentence)
  expect(() => read(env)).not.toThrow(/MIIsecret|short/)
})
