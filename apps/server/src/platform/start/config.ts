import { resolve } from 'node:path'
import { z } from 'zod'
import { backupMust, backupRecipientsOf, backupVariables } from './backupConfig.ts'
import { filesUrl, filesUrlMust } from './filesConfig.ts'
import { logForwardMust, logForwardOf, logForwardVariables } from './logForwardConfig.ts'
import { outgoingMust, outgoingOf, outgoingSecrets, outgoingVariables } from './outgoingConfig.ts'
import { paymentMust, paymentSecrets, paymentsOf, paymentVariables } from './paymentConfig.ts'
import { rabbitMust, rabbitOf, rabbitSecrets, rabbitVariables } from './rabbitConfig.ts'
import {
  singleSignOnMust,
  singleSignOnOf,
  singleSignOnSecrets,
  singleSignOnVariables,
} from './singleSignOnConfig.ts'
import { StartError } from './startError.ts'
import { trustProxy } from './trustProxyConfig.ts'
import { webhookMust, webhookNetworksOf, webhookVariables } from './webhookConfig.ts'

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine(value => value <= 65535)

const host = z.string().regex(/^[\w.:-]+$/)

const url = (...protocols: string[]) =>
  z.string().refine(value => URL.canParse(value) && protocols.includes(new URL(value).protocol))

/** A message may be 400 days late, and tell of a session that began 31 days before it. */
const leastKeptMonths = 15
const keptMonths = z
  .string()
  .regex(/^\d{2,3}$/)
  .transform(Number)
  .refine(months => months >= leastKeptMonths)

const variables = z.object({
  ROLE: z.enum(['all', 'web', 'intake']).optional(),
  PORT: port.default(8080),
  HOST: host.default('127.0.0.1'),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  MIGRATE_DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  POOL_SIZE: z
    .string()
    .regex(/^[1-9]\d{0,2}$/)
    .transform(Number)
    .refine(value => value >= 3)
    .optional(),
  MIGRATE: z.enum(['0', '1']).default('1'),
  REPORT_PORT: port.refine(value => value > 0).optional(),
  DATA_DIR: z.string().default('./data'),
  FILES_URL: filesUrl.optional(),
  ASSETS_DIR: z.string().optional(),
  MQTT_URL: url('mqtt:', 'mqtts:', 'amqp:', 'amqps:').optional(),
  MQTT_HOST: host.optional(),
  MQTT_PORT: port.default(1883),
  MQTT_TLS_CERT: z.string().optional(),
  MQTT_TLS_KEY: z.string().optional(),
  ...rabbitVariables,
  DEMO: z.enum(['0', '1']).optional(),
  STRICT: z.enum(['0', '1']).default('0'),
  ADMIN_PASSWORD: z.string().min(10).max(64).optional(),
  SECOND_STEP_FOR: z.enum(['none', 'codes', 'all']).default('all'),
  JWT_SECRET: z.string().min(32).optional(),
  DATA_KEY: z.hex().length(64).optional(),
  DATA_KEY_PREVIOUS: z.hex().length(64).optional(),
  ...backupVariables,
  BASIC_CLIENT: z
    .string()
    .regex(/^[^:\s]+:\S+$/)
    .default('drivesim-web:drivesim-web'),
  API_BASE: z
    .string()
    .regex(/^(\/[\w.~-]+)+\/?$|^\/$/)
    .default('/dm-api'),
  PUBLIC_URL: url('http:', 'https:').optional(),
  TRUST_PROXY: trustProxy.default(false),
  METRICS_TOKEN: z.string().min(8).optional(),
  FIRST_PAGE_MS: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .default(150),
  EXPORT_ROWS: z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number)
    .default(50_000),
  CALLS_PER_MINUTE: z
    .string()
    .regex(/^[1-9]\d{0,6}$/)
    .transform(Number)
    .default(600),
  KEEP_SESSION_MONTHS: keptMonths.optional(),
  KEEP_INTERVAL_MONTHS: keptMonths.optional(),
  NOTICES: z.enum(['0', '1']).default('1'),
  CLOSING: z.enum(['0', '1', 'asked']).default('1'),
  OPERATIONS: z.enum(['0', '1']).default('1'),
  ...logForwardVariables,
  ...singleSignOnVariables,
  ...outgoingVariables,
  ...paymentVariables,
  ...webhookVariables,
})

/** Calls and what runs by itself, more would wait for each other on a small machine; batches come one at a time. */
const usualPoolSize = { people: 16, intake: 6 } as const

type Name = keyof z.infer<typeof variables>

/** What each variable must be, in the words of the sentence that refuses it. */
const must: Record<Name, string> = {
  ROLE: 'all（一个进程做全部工作）、web（只服务浏览器和接口）或 intake（只接收设备消息）',
  PORT: '0 到 65535 的整数（0 为任意空闲端口）',
  HOST: '监听的地址或主机名，如 127.0.0.1 或 0.0.0.0，不带协议和端口',
  DATABASE_URL: '形如 postgresql://用户:密码@主机:5432/库名 的地址',
  MIGRATE_DATABASE_URL: '形如 postgresql://用户:密码@主机:5432/库名 的地址',
  POOL_SIZE: '3 到 999 的整数（连接数）',
  MIGRATE: '1（启动时迁移数据库）或 0（不迁移，由 npm run migrate 进行）',
  REPORT_PORT: '1 到 65535 的整数',
  DATA_DIR: '文件夹的路径',
  FILES_URL: filesUrlMust,
  ASSETS_DIR: '文件夹的路径',
  MQTT_URL: '形如 mqtt://用户:密码@主机:1883 或 amqp://用户:密码@主机:5672/（RabbitMQ）的地址',
  MQTT_HOST: '内置 MQTT 服务监听的地址，如 0.0.0.0，不带协议和端口',
  MQTT_PORT: '0 到 65535 的整数（0 为任意空闲端口）',
  MQTT_TLS_CERT: '证书文件（PEM）的路径',
  MQTT_TLS_KEY: '证书私钥文件（PEM）的路径',
  ...rabbitMust,
  DEMO: '1（演示数据）或 0（空系统）',
  STRICT: '1（不加密或用公开密码的连接一概不用）或 0',
  ADMIN_PASSWORD: '10 到 64 个字符',
  SECOND_STEP_FOR: 'all（所有成员）、codes（能影响资金或他人数据的成员）或 none（不要求）',
  JWT_SECRET: '至少 32 个字符的随机串',
  DATA_KEY: '64 个十六进制字符（如 openssl rand -hex 32 的输出）',
  DATA_KEY_PREVIOUS: '更换密钥期间原来的 DATA_KEY，64 个十六进制字符',
  ...backupMust,
  BASIC_CLIENT: '形如 客户端:密钥 的一对',
  API_BASE: '以 / 开头的路径，如 /dm-api，或 / 本身',
  PUBLIC_URL: '浏览器访问本系统的地址，如 https://sim.example.com',
  TRUST_PROXY: '代理的层数（0 到 9），或以逗号分隔的代理地址、网段或 loopback',
  METRICS_TOKEN: '至少 8 个字符',
  FIRST_PAGE_MS: '0 到 99999 的整数（毫秒）',
  EXPORT_ROWS: '0 到 9999999 的整数（行）',
  CALLS_PER_MINUTE: '1 到 9999999 的整数（次）',
  KEEP_SESSION_MONTHS: '15 到 999 的整数（月）',
  KEEP_INTERVAL_MONTHS: '15 到 999 的整数（月）',
  NOTICES: '1（发送提醒、推送、邮件和短信）或 0（本服务器不发送）',
  CLOSING: '1（到日自动出账）、asked（只出有人申请的账）或 0（本服务器不出账）',
  OPERATIONS: '1（自动处理工单）或 0（本服务器不自动处理工单）',
  ...logForwardMust,
  ...singleSignOnMust,
  ...outgoingMust,
  ...paymentMust,
  ...webhookMust,
}

/** These may hold a password: the sentence that refuses one does not repeat its value. docs/keys.md has each. */
export const secretVariables: ReadonlySet<string> = new Set<string>([
  'DATABASE_URL',
  'MIGRATE_DATABASE_URL',
  'FILES_URL',
  'MQTT_URL',
  ...rabbitSecrets,
  'ADMIN_PASSWORD',
  'JWT_SECRET',
  'DATA_KEY',
  'DATA_KEY_PREVIOUS',
  'BASIC_CLIENT',
  'METRICS_TOKEN',
  'LOG_FORWARD_SECRET',
  ...singleSignOnSecrets,
  ...outgoingSecrets,
  ...paymentSecrets,
] satisfies Name[])

/** Whether only this machine reaches what listens there. */
export function isLoopback(host: string): boolean {
  return ['127.0.0.1', '::1', 'localhost'].includes(host)
}

export type Config = ReturnType<typeof readConfig>

/**
 * The server's whole configuration, parsed once. An empty variable counts as not given.
 * @throws StartError naming the variable and what it must be
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = variables.safeParse(given)
  if (!parsed.success) throw new StartError(refusal(parsed.error, given))
  const values = parsed.data
  requirePairs(values)
  const demo = values.DEMO === undefined ? values.DATABASE_URL === undefined : values.DEMO === '1'
  /** Without a slash at its end. */
  const publicUrl = values.PUBLIC_URL?.replace(/\/+$/, '')
  return {
    /**
     * What this process does: people's calls (`web`), the simulators' messages (`intake`) or both. undefined: both, in two
     * processes where the machine has the processors for it (`main.ts`).
     */
    role: values.ROLE,
    port: values.PORT,
    host: values.HOST,
    /**
     * Others than whoever sits at this machine reach the server, directly or through a proxy: no well-known passwords,
     * and what it says of itself only to those who may know.
     */
    exposed: !isLoopback(values.HOST) || values.PUBLIC_URL !== undefined || values.TRUST_PROXY !== false,
    ...databaseOf(values),
    ...placesOf(values),
    ...brokerOf(values),
    /** How RabbitMQ is worked with; undefined: `mqttUrl` is another broker, or none. */
    rabbit: rabbitOf(values.MQTT_URL, values),
    /** The demo business, by default on an embedded database only. */
    demo,
    /** It does not start with what others could listen to (`requireStrict`). */
    strict: values.STRICT === '1',
    adminPassword: values.ADMIN_PASSWORD,
    /** Of whom a new, empty installation asks a second step of signing in; from then on 安全设置 says it. */
    secondStepFor: values.SECOND_STEP_FOR,
    /** Read it from `loadSecrets`, which makes one when none is given. */
    jwtSecret: values.JWT_SECRET,
    /** Read it from `loadSecrets`, which makes one when none is given. */
    dataKey: values.DATA_KEY,
    /** What rows may still be sealed with while keys are being changed. */
    previousDataKey: values.DATA_KEY_PREVIOUS,
    basicClient: basicClientOf(values),
    /** What every call's path is appended to: `/dm-api`, or empty for `/`; never ends in a slash. */
    apiBase: values.API_BASE.replace(/\/$/, ''),
    publicUrl,
    trustProxy: values.TRUST_PROXY,
    metricsToken: values.METRICS_TOKEN,
    /** How long the page waits for the rendered 首页. Milliseconds. */
    firstPageMs: values.FIRST_PAGE_MS,
    /** The most rows of a list's file that is sent at once; a job writes longer ones. */
    exportRows: values.EXPORT_ROWS,
    /** How often a person may call, whatever it is. */
    callsPerMinute: values.CALLS_PER_MINUTE,
    /** Full months for which sessions stay in the database, before they are archived; undefined: all of them. */
    keepSessionMonths: values.KEEP_SESSION_MONTHS,
    /** The same of the intervals of simulators' states. */
    keepIntervalMonths: values.KEEP_INTERVAL_MONTHS,
    ...switchesOf(values),
    /** Where the sealed logs are sent, too; undefined: nowhere. */
    logForward: logForwardOf(values),
    /** The provider of single sign-on; undefined: there is none. */
    singleSignOn: singleSignOnOf(values, publicUrl),
    ...outgoingOf(values),
    /** Merchants of payment channels. */
    payments: paymentsOf(values, { demo, publicUrl }),
    /** Networks besides the internet to which events may be sent. */
    webhookNetworks: webhookNetworksOf(values, demo),
  }
}

type Values = z.infer<typeof variables>

/** Some variables mean nothing alone. @throws StartError naming the one that is missing */
function requirePairs(values: Values): void {
  if (values.MIGRATE_DATABASE_URL !== undefined && values.DATABASE_URL === undefined) {
    throw new StartError('配置错误：设置了 MIGRATE_DATABASE_URL，还须设置 DATABASE_URL')
  }
  if (values.REPORT_PORT !== undefined && values.DATABASE_URL !== undefined) {
    throw new StartError(
      '配置错误：REPORT_PORT 只用于内置数据库，设置了 DATABASE_URL 时请去掉它，报表角色直接连接那个数据库',
    )
  }
  if (values.DATA_KEY_PREVIOUS !== undefined && values.DATA_KEY === undefined) {
    throw new StartError('配置错误：设置了 DATA_KEY_PREVIOUS，还须设置 DATA_KEY')
  }
  if ((values.MQTT_TLS_CERT === undefined) !== (values.MQTT_TLS_KEY === undefined)) {
    throw new StartError('配置错误：MQTT_TLS_CERT 和 MQTT_TLS_KEY 须同时设置')
  }
}

function databaseOf(values: Values) {
  return {
    /** undefined: the embedded PostgreSQL in `dataDir`. */
    databaseUrl: values.DATABASE_URL,
    /** The role that owns the schema; undefined: `databaseUrl` migrates too. */
    migrateDatabaseUrl: values.MIGRATE_DATABASE_URL,
    /** Connections to the database, besides the one that listens. */
    poolSize: values.POOL_SIZE ?? usualPoolSize[values.ROLE === 'intake' ? 'intake' : 'people'],
    /** Where report roles come to the embedded database, on this machine; undefined: nowhere. */
    reportPort: values.REPORT_PORT,
    /** Whether a start migrates; off, it refuses a database that waits for a migration. */
    migrates: values.MIGRATE === '1',
  }
}

function placesOf(values: Values) {
  return {
    /** Absolute. */
    dataDir: resolve(values.DATA_DIR),
    /** undefined: files lie in folders of `dataDir`. */
    filesBucket: values.FILES_URL,
    /** Where `npm run assets:publish` leaves the web's files of the last releases; absolute. undefined: nowhere. */
    assetsDir: values.ASSETS_DIR === undefined ? undefined : resolve(values.ASSETS_DIR),
    /** For whom back-ups are encrypted; none: they are not. */
    backupRecipients: backupRecipientsOf(values.BACKUP_RECIPIENTS),
  }
}

function switchesOf(values: Values) {
  return {
    /** Whether this server looks for what to remind of, and sends; off for a copy of a real database. */
    notices: values.NOTICES === '1',
    closing: values.CLOSING,
    /** Whether this server does to work orders what time and faults bring. */
    operations: values.OPERATIONS === '1',
  }
}

function brokerOf({ HOST, MQTT_URL, MQTT_HOST, MQTT_PORT, MQTT_TLS_CERT, MQTT_TLS_KEY }: Values) {
  return {
    /** undefined: the embedded broker on `mqttHost`:`mqttPort`. */
    mqttUrl: MQTT_URL,
    mqttHost: MQTT_HOST ?? HOST,
    mqttPort: MQTT_PORT,
    /** Files of the embedded broker's certificate; undefined: it speaks plain MQTT. */
    mqttTls:
      MQTT_TLS_CERT === undefined || MQTT_TLS_KEY === undefined
        ? undefined
        : { cert: MQTT_TLS_CERT, key: MQTT_TLS_KEY },
  }
}

function basicClientOf({ BASIC_CLIENT }: Values) {
  const colon = BASIC_CLIENT.indexOf(':')
  return { id: BASIC_CLIENT.slice(0, colon), secret: BASIC_CLIENT.slice(colon + 1) }
}

function refusal(error: z.ZodError, given: NodeJS.ProcessEnv): string {
  const sentences = new Set<string>()
  for (const issue of error.issues) {
    const name = variables.keyof().parse(issue.path[0])
    const now = secretVariables.has(name) ? '' : `，现在是“${given[name]}”`
    sentences.add(`${name} 应为${must[name]}${now}`)
  }
  return `配置错误：${[...sentences].join('；')}`
}
