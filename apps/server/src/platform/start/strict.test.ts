import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { requireStrict } from './strict.ts'

const good = { PUBLIC_URL: 'https://sim.example.com', BASIC_CLIENT: 'web:one-of-our-own' }
const strictWith = (env: Record<string, string>) => () => requireStrict(readConfig({ ...good, ...env }))

test('what is encrypted, or stays on this machine, is taken', () => {
  expect(strictWith({})).not.toThrow()
  expect(
    strictWith({
      DATABASE_URL: 'postgresql://app@db.example.com/drivesim?sslmode=verify-full',
      MQTT_URL: 'mqtts://broker.example.com',
      SMTP_URL: 'smtps://mail.example.com',
      MAIL_FROM: 'notice@example.com',
    }),
  ).not.toThrow()
  expect(
    strictWith({ DATABASE_URL: 'postgresql:///drivesim?host=/run/postgresql', MQTT_URL: 'mqtt://127.0.0.1' }),
  ).not.toThrow()
})

const refused: [Record<string, string>, string][] = [
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
  [{ BASIC_CLIENT: 'web:drivesim-web' }, 'BASIC_CLIENT'],
]

test.each(refused)('%o is not', (env, word) => {
  expect(strictWith(env)).toThrow(word)
})
