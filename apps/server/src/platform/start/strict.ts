import { type Config, isLoopback } from './config.ts'
import { StartError } from './startError.ts'

type Given = Pick<
  Config,
  | 'publicUrl'
  | 'databaseUrl'
  | 'migrateDatabaseUrl'
  | 'mqttUrl'
  | 'mqttHost'
  | 'mqttTls'
  | 'mail'
  | 'basicClient'
>

/** What `STRICT=1` does not take, in sentences. */
function gaps({
  publicUrl,
  databaseUrl,
  migrateDatabaseUrl,
  mqttUrl,
  mqttHost,
  mqttTls,
  mail,
  basicClient,
}: Given) {
  return [
    ...(publicUrl?.startsWith('https:') ? [] : ['PUBLIC_URL 须为 https 地址']),
    ...[databaseUrl, migrateDatabaseUrl].flatMap(url =>
      url === undefined || isVerifiedDatabase(url) ? [] : ['远程数据库的地址须带 sslmode=verify-full'],
    ),
    ...(mqttUrl === undefined || isLocal(mqttUrl) || /^(mqtts|amqps):/.test(mqttUrl)
      ? []
      : ['MQTT_URL 须为 mqtts 或 amqps 地址']),
    ...(mqttUrl !== undefined || mqttTls !== undefined || isLoopback(mqttHost)
      ? []
      : ['对外的 MQTT 须设置 MQTT_TLS_CERT 和 MQTT_TLS_KEY']),
    ...(mail === undefined || isLocal(mail.smtpUrl) || mail.smtpUrl.startsWith('smtps:')
      ? []
      : ['SMTP_URL 须为 smtps 地址']),
    ...(basicClient.secret === 'drivesim-web' ? ['BASIC_CLIENT 须换成自己的值'] : []),
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
