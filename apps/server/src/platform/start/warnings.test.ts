import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { warnings } from './warnings.ts'

const said = (env: Record<string, string>) => warnings(readConfig(env)).join('\n')
const whole = {
  HOST: '0.0.0.0',
  PUBLIC_URL: 'https://sim.example.com',
  TRUST_PROXY: '1',
  MQTT_HOST: '127.0.0.1',
}

test('nothing where only this machine reaches the server, or where all is set', () => {
  expect(said({})).toBe('')
  expect(said(whole)).toBe('')
  expect(said({ ...whole, HOST: '127.0.0.1' })).toBe('')
})

test.each([
  [{ PUBLIC_URL: '', TRUST_PROXY: '' }, '网页和接口在 0.0.0.0:8080 上不加密'],
  [{ PUBLIC_URL: '' }, '不能打印二维码标签'],
  [{ TRUST_PROXY: '' }, '代理后面的人都算作同一个地址'],
  [{ MQTT_HOST: '' }, 'MQTT 在 0.0.0.0:1883 上不加密'],
])('%j: what is open is named', (missing, line) => {
  expect(said({ ...whole, ...missing })).toContain(line)
})
