import { createHmac } from 'node:crypto'
import { robotKindOf } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { requestOf } from './chat.provider.ts'

const now = Date.parse('2026-11-29T08:00:00.500Z')
const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64')

test('企业微信: the key is in the address, and nothing is signed', () => {
  const address = 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=693a91f6-7xxx-4bc4-97a0-0ec2sifa5aaa'
  expect(requestOf({ kind: 'wecom', address, signingKey: '' }, '一句话', now)).toEqual({
    address,
    body: { msgtype: 'text', text: { content: '一句话' } },
  })
})

test('钉钉: HMAC-SHA256 of milliseconds and secret, in the query', () => {
  const address = 'https://oapi.dingtalk.com/robot/send?access_token=abcdef0123456789'
  const asked = requestOf({ kind: 'dingtalk', address, signingKey: 'SECabc' }, '一句话', now)
  expect(asked.body).toEqual({ msgtype: 'text', text: { content: '一句话' } })
  const { searchParams } = new URL(asked.address)
  expect(Object.fromEntries(searchParams)).toEqual({
    access_token: 'abcdef0123456789',
    timestamp: String(now),
    sign: hmac('SECabc', `${now}\nSECabc`),
  })
})

test('飞书: an empty text signed with seconds and secret as the key, in the body', () => {
  const address = 'https://open.feishu.cn/open-apis/bot/v2/hook/0123-4567-89ab'
  const seconds = String(Math.floor(now / 1000))
  expect(requestOf({ kind: 'feishu', address, signingKey: 'demo' }, '一句话', now)).toEqual({
    address,
    body: {
      timestamp: seconds,
      sign: hmac(`${seconds}\ndemo`, ''),
      msg_type: 'text',
      content: { text: '一句话' },
    },
  })
})

test.each([
  'http://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=12345678',
  'https://qyapi.weixin.qq.com.evil.cn/cgi-bin/webhook/send?key=12345678',
  'https://evil.cn/?https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=12345678',
  'https://me@oapi.dingtalk.com/robot/send?access_token=12345678',
  'https://oapi.dingtalk.com:8443/robot/send?access_token=12345678',
  'https://oapi.dingtalk.com/robot/send?access_token=12345678&x=1',
  'https://open.feishu.cn/open-apis/bot/v2/hook/../../x',
  'https://169.254.169.254/',
])('%s is the address of no robot', address => {
  expect(robotKindOf(address)).toBeUndefined()
})
