import { type Config, isLoopback } from './config.ts'
import { StartError } from './startError.ts'

type Given = Pick<
  Config,
  | 'demo'
  | 'publicUrl'
  | 'databaseUrl'
  | 'migrateDatabaseUrl'
  | 'mqttUrl'
  | 'mqttHost'
  | 'mqttTls'
  | 'rabbit'
  | 'filesBucket'
  | 'mail'
  | 'sms'
  | 'robotEndpoint'
  | 'payments'
  | 'basicClient'
>

/** What `STRICT=1` does not take, in sentences. */
function gaps({ demo, publicUrl, databaseUrl, migrateDatabaseUrl, basicClient, ...others }: Given) {
  return [
    ...(demo ? ['DEMO 须为 0'] : []),
    ...(publicUrl?.startsWith('https:') ? [] : ['PUBLIC_URL 须为 https 地址']),
    ...[databaseUrl, migrateDatabaseUrl].flatMap(url =>
      url === undefined || isVerifiedDatabase(url) ? [] : ['远程数据库的地址须带 sslmode=verify-full'],
    ),
    ...gapsOfBroker(others),
    ...gapsOfProviders(others),
    ...(basicClient.secret === 'drivesim-web' ? ['BASIC_CLIENT 须换成自己的值'] : []),
  ]
}

function gapsOfBroker({
  mqttUrl,
  mqttHost,
  mqttTls,
  rabbit,
}: Pick<Given, (`mqtt${string}` & keyof Given) | 'rabbit'>) {
  return [
    ...(mqttUrl === undefined || isLocal(mqttUrl) || /^(mqtts|amqps):/.test(mqttUrl)
      ? []
      : ['MQTT_URL 须为 mqtts 或 amqps 地址']),
    ...(mqttUrl !== undefined || mqttTls !== undefined || isLoopback(mqttHost)
      ? []
      : ['对外的 MQTT 须设置 MQTT_TLS_CERT 和 MQTT_TLS_KEY']),
    ...(rabbit === undefined || isLocal(rabbit.devicesUrl) || rabbit.devicesUrl.startsWith('mqtts:')
      ? []
      : ['MQTT_DEVICES_URL 须为 mqtts 地址']),
    // RabbitMQ sends the keys of devices there.
    ...(rabbit === undefined || isLoopback(rabbit.authHost)
      ? []
      : ['MQTT_AUTH_HOST 须为本机地址，如 127.0.0.1']),
  ]
}

function gapsOfProviders({
  filesBucket,
  mail,
  sms,
  robotEndpoint,
  payments,
}: Pick<Given, 'filesBucket' | 'mail' | 'sms' | 'robotEndpoint' | 'payments'>) {
  const called = [
    ['FILES_URL 不能带 tls=0', filesBucket?.endpoint],
    ['SMS_ENDPOINT 须为 https 地址', sms?.endpoint],
    ['ROBOT_ENDPOINT 须为 https 地址', robotEndpoint],
    ['WECHAT_BASE_URL 须为 https 地址', payments.wechat?.baseUrl],
    ['ALIPAY_BASE_URL 须为 https 地址', payments.alipay?.baseUrl],
  ] as const
  return [
    ...called.flatMap(([gap, url]) =>
      url === undefined || isLocal(url) || url.startsWith('https:') ? [] : [gap],
    ),
    ...(mail === undefined || isLocal(mail.smtpUrl) || isVerifiedMail(mail.smtpUrl)
      ? []
      : ['SMTP_URL 须为 smtps 地址，且不带参数']),
  ]
}

/** An installation that says that it is strict does not start with what others could listen to. @throws StartError */
export function requireStrict(config: Given): void {
  const found = [...new Set(gaps(config))]
  if (found.length > 0)
    throw new StartError(`设置了 STRICT=1，还须改正：\n${found.map(gap => `  ${gap}`).join('\n')}`)
}

const isLocal = (url: string) => isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''))

/** On this machine, by a socket too; else with a certificate that is checked against the name. */
function isVerifiedDatabase(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? hostname
  return (
    host === '' ||
    host.startsWith('/') ||
    isLoopback(host.replace(/^\[|\]$/g, '')) ||
    searchParams.get('sslmode') === 'verify-full'
  )
}

/** Its parameters could turn the check of the certificate off. */
const isVerifiedMail = (url: string) => url.startsWith('smtps:') && new URL(url).search === ''
