import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { requireStrict } from './strict.ts'

const good = { DEMO: '0', PUBLIC_URL: 'https://sim.example.com', BASIC_CLIENT: 'web:one-of-our-own' }
const sms = {
  SMS_PROVIDER: 'aliyun',
  SMS_ACCESS_KEY_ID: 'id',
  SMS_ACCESS_KEY_SECRET: 'secret',
  SMS_SIGN: 'sign',
  SMS_TEMPLATE: 'SMS_1',
}
const rabbit = { MQTT_URL: 'amqps://broker.example.com', MQTT_AUTH_SECRET: 'x'.repeat(32) }
const alipay = {
  ALIPAY_APP_ID: '2021000001',
  ALIPAY_SELLER_ID: '2088000001',
  ...keyPair(),
}

function keyPair() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return { ALIPAY_KEY: privateKey, ALIPAY_PUBLIC_KEY: publicKey }
}

const strictWith = (env: Record<string, string>) => () => requireStrict(readConfig({ ...good, ...env }))

test('what is encrypted, or stays on this machine, is taken', () => {
  expect(strictWith({})).not.toThrow()
  expect(
    strictWith({
      DATABASE_URL: 'postgresql://app@db.example.com/drivesim?sslmode=verify-full',
      MQTT_URL: 'mqtts://broker.example.com',
      SMTP_URL: 'smtps://mail.example.com',
      MAIL_FROM: 'notice@example.com',
      FILES_URL: 's3://key:secret@store.example.com/files?region=one',
      ...sms,
      ...alipay,
    }),
  ).not.toThrow()
  expect(strictWith(rabbit)).not.toThrow()
  expect(
    strictWith({ DATABASE_URL: 'postgresql:///drivesim?host=/run/postgresql', MQTT_URL: 'mqtt://127.0.0.1' }),
  ).not.toThrow()
})

const refused: [Record<string, string>, string][] = [
  [{ DEMO: '1' }, 'DEMO'],
  [{ PUBLIC_URL: 'http://sim.example.com' }, 'PUBLIC_URL'],
  [{ DATABASE_URL: 'postgresql://app@db.example.com/drivesim' }, 'verify-full'],
  [{ DATABASE_URL: 'postgresql://app@db.example.com/drivesim?sslmode=require' }, 'verify-full'],
  [
    {
      DATABASE_URL: 'postgresql://app@localhost/drivesim',
      MIGRATE_DATABASE_URL: 'postgresql://owner@db.example.com/drivesim',
    },
    'verify-full',
  ],
  [{ MQTT_URL: 'mqtt://broker.example.com' }, 'MQTT_URL'],
  [{ MQTT_URL: 'amqp://broker.example.com', MQTT_AUTH_SECRET: 'x'.repeat(32) }, 'MQTT_URL'],
  [{ MQTT_HOST: '0.0.0.0' }, 'MQTT_TLS_CERT'],
  [{ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'notice@example.com' }, 'SMTP_URL'],
  [
    { SMTP_URL: 'smtps://mail.example.com?tls.rejectUnauthorized=false', MAIL_FROM: 'notice@example.com' },
    'SMTP_URL',
  ],
  [{ ...rabbit, MQTT_DEVICES_URL: 'mqtt://broker.example.com' }, 'MQTT_DEVICES_URL'],
  [{ ...rabbit, MQTT_AUTH_HOST: '0.0.0.0' }, 'MQTT_AUTH_HOST'],
  [{ FILES_URL: 's3://key:secret@store.example.com/files?region=one&tls=0' }, 'FILES_URL'],
  [{ ...sms, SMS_ENDPOINT: 'http://sms.example.com/' }, 'SMS_ENDPOINT'],
  [{ ...alipay, ALIPAY_BASE_URL: 'http://pay.example.com' }, 'ALIPAY_BASE_URL'],
  [{ BASIC_CLIENT: 'web:drivesim-web' }, 'BASIC_CLIENT'],
]

test.each(refused)('%o is not', (env, word) => {
  expect(strictWith(env)).toThrow(word)
})
