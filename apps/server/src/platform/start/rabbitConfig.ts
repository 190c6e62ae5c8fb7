import { z } from 'zod'
import { StartError } from './startError.ts'

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine(value => value <= 65535)

/** RabbitMQ as the broker: what it needs beside the address in MQTT_URL. */
export const rabbitVariables = {
  MQTT_DEVICES_URL: z
    .string()
    .refine(value => URL.canParse(value) && /^mqtts?:$/.test(new URL(value).protocol))
    .optional(),
  MQTT_AUTH_HOST: z
    .string()
    .regex(/^[\w.:-]+$/)
    .default('127.0.0.1'),
  MQTT_AUTH_PORT: port.default(1884),
  // It stands in addresses of RabbitMQ's configuration.
  MQTT_AUTH_SECRET: z
    .string()
    .regex(/^[\w.~-]{32,}$/)
    .optional(),
}
const variables = z.object(rabbitVariables)
type Values = z.output<typeof variables>

/** What each must be, in the words of the sentence that refuses it. */
export const rabbitMust: Record<keyof Values, string> = {
  MQTT_DEVICES_URL: '设备连接 RabbitMQ 的地址，形如 mqtt://主机:1883',
  MQTT_AUTH_HOST: '供 RabbitMQ 询问设备权限的监听地址，如 127.0.0.1，不带协议和端口',
  MQTT_AUTH_PORT: '0 到 65535 的整数（0 为任意空闲端口）',
  MQTT_AUTH_SECRET: '至少 32 个字母、数字或 . _ ~ -（如 openssl rand -hex 32 的输出）',
}

/** Sentences do not repeat what these are. */
export const rabbitSecrets = ['MQTT_AUTH_SECRET'] satisfies (keyof Values)[]

/** How this server works with RabbitMQ. */
export interface RabbitConfig {
  /** Of the server's own account, `amqp:` or `amqps:`; the path is the virtual host. */
  readonly url: string
  /** Where devices connect by MQTT, without credentials. */
  readonly devicesUrl: string
  /** Where RabbitMQ asks who may do what; 0: any free port. */
  readonly authHost: string
  readonly authPort: number
  /** Only who knows it may ask. */
  readonly authSecret: string
}

/** @returns undefined where MQTT_URL is none of RabbitMQ @throws StartError where the secret is missing */
export function rabbitOf(url: string | undefined, values: Values): RabbitConfig | undefined {
  if (url === undefined || !/^amqps?:/.test(url)) return undefined
  const { MQTT_AUTH_SECRET } = values
  if (MQTT_AUTH_SECRET === undefined) {
    throw new StartError('配置错误：MQTT_URL 是 RabbitMQ（amqp://）时，还须设置 MQTT_AUTH_SECRET')
  }
  const { protocol, hostname } = new URL(url)
  const plain = `mqtt://${hostname}:1883`
  return {
    url,
    devicesUrl: values.MQTT_DEVICES_URL ?? (protocol === 'amqps:' ? `mqtts://${hostname}:8883` : plain),
    authHost: values.MQTT_AUTH_HOST,
    authPort: values.MQTT_AUTH_PORT,
    authSecret: MQTT_AUTH_SECRET,
  }
}
