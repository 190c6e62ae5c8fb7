import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { StartError } from './startError.ts'

describe('readConfig', () => {
  test('without any variable: loopback, embedded database with the demo, embedded broker', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      exposed: false,
      databaseUrl: undefined,
      dataDir: resolve('data'),
      mqttUrl: undefined,
      mqttHost: '127.0.0.1',
      mqttPort: 1883,
      demo: true,
      basicClient: { id: 'drivesim-web', secret: 'drivesim-web' },
      apiBase: '/dm-api',
      trustProxy: false,
    })
  })

  test('an external database starts without the demo, unless asked for', () => {
    const DATABASE_URL = 'postgresql://app:secret@db/drivesim'
    expect(readConfig({ DATABASE_URL }).demo).toBe(false)
    expect(readConfig({ DATABASE_URL, DEMO: '1' }).demo).toBe(true)
    expect(readConfig({ DEMO: '0' }).demo).toBe(false)
  })

  test('REPORT_PORT is of the embedded database', () => {
    expect(readConfig({ REPORT_PORT: '5433' }).reportPort).toBe(5433)
    expect(() => readConfig({ REPORT_PORT: '0' })).toThrow('REPORT_PORT 应为1 到 65535 的整数')
    const DATABASE_URL = 'postgresql://app:secret@db/drivesim'
    expect(() => readConfig({ REPORT_PORT: '5433', DATABASE_URL })).toThrow('REPORT_PORT 只用于内置数据库')
  })

  test('the broker listens where the server does, unless told otherwise', () => {
    expect(readConfig({ HOST: '0.0.0.0' })).toMatchObject({ mqttHost: '0.0.0.0', exposed: true })
    expect(readConfig({ HOST: '0.0.0.0', MQTT_HOST: '::1' }).mqttHost).toBe('::1')
  })

  test.each([
    ['/', ''],
    ['/dm-api/', '/dm-api'],
    ['/a/b-2', '/a/b-2'],
  ])('API_BASE %s is appended to as “%s”', (given, kept) => {
    expect(readConfig({ API_BASE: given }).apiBase).toBe(kept)
  })

  test.each<[string, boolean | number | string[]]>([
    ['0', false],
    ['2', 2],
    ['10.0.0.0/8, loopback', ['10.0.0.0/8', 'loopback']],
  ])('TRUST_PROXY %s', (given, trusted) => {
    expect(readConfig({ TRUST_PROXY: given }).trustProxy).toEqual(trusted)
  })

  test.each([
    { PUBLIC_URL: 'https://sim.example.com' },
    { TRUST_PROXY: '1' },
    { TRUST_PROXY: 'loopback' },
    { HOST: '::' },
  ])('others reach a server with %j', given => {
    expect(readConfig(given).exposed).toBe(true)
    expect(
      readConfig({ ...given, ...Object.fromEntries(Object.keys(given).map(name => [name, ''])) }),
    ).toMatchObject({
      exposed: false,
    })
  })

  test('an empty variable counts as not given', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, databaseUrl: undefined })
  })

  test.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['HOST', 'http://0.0.0.0'],
    ['DATABASE_URL', 'mysql://db/drivesim'],
    ['FILES_URL', 'https://key:secret@host/bucket?region=x'],
    ['MQTT_URL', 'broker:1883'],
    ['MQTT_PORT', '-1'],
    ['MQTT_DEVICES_URL', 'amqp://broker'],
    ['MQTT_AUTH_HOST', 'http://0.0.0.0'],
    ['MQTT_AUTH_PORT', '-1'],
    ['MQTT_AUTH_SECRET', 'short'],
    ['DEMO', 'yes'],
    ['ADMIN_PASSWORD', 'short'],
    ['JWT_SECRET', 'short'],
    ['DATA_KEY', 'not hexadecimal'],
    ['BASIC_CLIENT', 'no colon'],
    ['API_BASE', 'dm-api'],
    ['API_BASE', '/a b'],
    ['API_BASE', '//evil'],
    ['PUBLIC_URL', 'sim.example.com'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['METRICS_TOKEN', 'x'],
    ['FIRST_PAGE_MS', '1.5'],
    ['POOL_SIZE', '2'],
    ['EXPORT_ROWS', '-1'],
    ['CALLS_PER_MINUTE', '0'],
    ['NOTICES', 'no'],
    ['SMTP_URL', 'mail.example.com:25'],
    ['MAIL_FROM', 'nobody'],
    ['SMS_PROVIDER', 'pigeon'],
    ['SMS_TEMPLATE', '您好'],
    ['SMS_ENDPOINT', 'dysmsapi.aliyuncs.com'],
  ])('%s=%s is refused in one sentence that names it', (name, value) => {
    const refused = () => readConfig({ [name]: value })
    expect(refused).toThrow(StartError)
    expect(refused).toThrow(new RegExp(`^配置错误：${name} 应为[^\n]+$`))
  })

  test('a refused secret is not repeated', () => {
    expect(() => readConfig({ JWT_SECRET: 'hunter2' })).toThrow(/^((?!hunter2).)*$/)
  })

  test('RabbitMQ: where devices connect, and what is asked for', () => {
    const MQTT_AUTH_SECRET = 'what-brokers-and-servers-of-tests-know'
    const rabbit = (env: Record<string, string>) => readConfig({ MQTT_AUTH_SECRET, ...env }).rabbit
    expect(rabbit({ MQTT_URL: 'mqtt://broker' })).toBeUndefined()
    expect(rabbit({ MQTT_URL: 'amqp://a:b@broker/' })).toMatchObject({
      devicesUrl: 'mqtt://broker:1883',
      authHost: '127.0.0.1',
      authPort: 1884,
    })
    expect(rabbit({ MQTT_URL: 'amqps://a:b@[::1]/' })?.devicesUrl).toBe('mqtts://[::1]:8883')
    const MQTT_DEVICES_URL = 'mqtts://devices.example.com'
    expect(rabbit({ MQTT_URL: 'amqp://a:b@broker/', MQTT_DEVICES_URL })?.devicesUrl).toBe(MQTT_DEVICES_URL)
    expect(() => readConfig({ MQTT_URL: 'amqp://a:b@broker/' })).toThrow('MQTT_AUTH_SECRET')
  })

  test('a role for migrations without a database is refused', () => {
    expect(() => readConfig({ MIGRATE_DATABASE_URL: 'postgresql://owner@db/drivesim' })).toThrow(
      'DATABASE_URL',
    )
  })

  test('mail and text messages: not configured, configured, and half configured', () => {
    expect(readConfig({})).toMatchObject({ notices: true, mail: undefined, sms: undefined })
    const SMTP_URL = 'smtps://notice:secret@mail.example.com:465'
    expect(readConfig({ NOTICES: '0', SMTP_URL, MAIL_FROM: '驾训平台 <notice@example.com>' })).toMatchObject({
      notices: false,
      mail: { smtpUrl: SMTP_URL, from: '驾训平台 <notice@example.com>' },
    })
    expect(() => readConfig({ SMTP_URL })).toThrow('MAIL_FROM')
    const sms = {
      SMS_PROVIDER: 'aliyun',
      SMS_ACCESS_KEY_ID: 'id',
      SMS_ACCESS_KEY_SECRET: 'secret',
      SMS_SIGN: '驾训平台',
      SMS_TEMPLATE: 'SMS_1',
    }
    expect(readConfig(sms).sms).toEqual({
      provider: 'aliyun',
      keyId: 'id',
      keySecret: 'secret',
      sign: '驾训平台',
      template: 'SMS_1',
      endpoint: 'https://dysmsapi.aliyuncs.com/',
    })
    for (const name of ['SMS_ACCESS_KEY_ID', 'SMS_ACCESS_KEY_SECRET', 'SMS_SIGN', 'SMS_TEMPLATE']) {
      expect(() => readConfig({ ...sms, [name]: '' })).toThrow(name)
    }
  })
})
