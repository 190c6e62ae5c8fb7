import { timingSafeEqual } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { z } from 'zod'
import { hashSecret } from '../auth/tokens.ts'
import type { Metrics } from '../metrics.ts'
import type { RabbitConfig } from '../start/rabbitConfig.ts'
import { StartError } from '../start/startError.ts'
import type { DeviceGateway } from './deviceLink.ts'
import { exchange, queuesOf, routingKeyOf } from './rabbitTopics.ts'
import { rememberedMs, signIns } from './signIns.ts'
import { isTakeoverKey } from './takeover.ts'

/** What RabbitMQ asks with, and we tell ourselves by. */
const user = 'drivesim'
const longestQuestion = 16_384

const userQuestion = z.object({ username: z.string(), password: z.string(), client_id: z.string() })
const vhostQuestion = z.object({
  username: z.string(),
  client_id: z.string(),
  vhost: z.string(),
  ip: z.string().default(''),
})
const resourceQuestion = z.object({
  username: z.string(),
  resource: z.string(),
  name: z.string(),
  permission: z.string(),
})
const topicQuestion = z.object({
  username: z.string(),
  name: z.string(),
  permission: z.string(),
  routing_key: z.string(),
})

interface Parts {
  readonly log: FastifyBaseLogger
  readonly metrics: Metrics
}

/** RabbitMQ's questions by their last word, and whether we say `allow`; a question that cannot be read is refused. */
type Judges = Record<string, (question: unknown) => boolean | Promise<boolean>>

/**
 * Answers RabbitMQ's HTTP authentication backend, on a listener of its own: `POST /mqtt/auth/user|vhost|resource|topic`. RabbitMQ
 * remembers what a connection may do, so that it asks about a dozen times for a connection, and not for a message.
 * @throws StartError port in use
 */
export async function openAuthListener(
  rabbit: RabbitConfig,
  gateway: DeviceGateway,
  parts: Parts,
): Promise<{ close(): Promise<void> }> {
  const app = Fastify({ bodyLimit: longestQuestion, forceCloseConnections: true })
  const expected = hashSecret(`Basic ${Buffer.from(`${user}:${rabbit.authSecret}`).toString('base64')}`)
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.addHook('onRequest', async (request, reply) => {
    const isRabbit = timingSafeEqual(hashSecret(request.headers.authorization ?? ''), expected)
    if (isRabbit) return
    parts.log.warn({ address: request.ip }, 'mqtt: somebody else asked for what devices may do')
    await reply.code(401).send('deny')
  })
  for (const [subject, judge] of Object.entries(judgesOf(rabbit, gateway, parts))) {
    app.post(`/mqtt/auth/${subject}`, async ({ body }) => ((await judge(body)) ? 'allow' : 'deny'))
  }
  app.setErrorHandler(async (error, _request, reply) => {
    parts.log.error({ err: error }, 'mqtt: sign-in failed')
    await reply.code(503).send('deny')
  })
  await listen(app, rabbit)
  return { close: () => app.close() }
}

function judgesOf(
  { url, authSecret }: RabbitConfig,
  gateway: DeviceGateway,
  { log, metrics }: Parts,
): Judges {
  const signIn = signIns(gateway, rememberedMs)
  const vhost = decodeURIComponent(new URL(url).pathname.slice(1)) || '/'
  return {
    async user(body) {
      const { data } = userQuestion.safeParse(body)
      // Another id would cut off the device whose it is, and read its commands.
      if (data === undefined || data.client_id !== data.username) {
        metrics.deviceSignIns.inc({ outcome: 'refused' })
        log.info(
          { device: data?.username, clientId: data?.client_id },
          'mqtt: refused, the client id is not the number',
        )
        return false
      }
      const { username, password } = data
      if (isTakeoverKey(authSecret, username, password)) return true
      // RabbitMQ does not say here from where: guesses count together by the device that they are made for.
      const outcome = await signIn(username, username, password)
      metrics.deviceSignIns.inc({ outcome })
      if (outcome === 'refused') log.info({ device: username }, 'mqtt: sign-in refused')
      return outcome === 'accepted'
    },
    vhost(body) {
      const { data } = vhostQuestion.safeParse(body)
      return data?.vhost === vhost && data.client_id === data.username
    },
    resource(body) {
      const { data } = resourceQuestion.safeParse(body)
      if (data?.resource === 'queue') return queuesOf(data.username).includes(data.name)
      return data?.resource === 'exchange' && data.name === exchange && data.permission !== 'configure'
    },
    topic(body) {
      const { data } = topicQuestion.safeParse(body)
      if (data?.name !== exchange) return false
      const own =
        data.permission === 'write' ? gateway.publishes(data.username) : gateway.subscribes(data.username)
      return own.map(routingKeyOf).includes(data.routing_key)
    },
  }
}

async function listen(app: FastifyInstance, { authHost, authPort }: RabbitConfig): Promise<void> {
  try {
    await app.listen({ host: authHost, port: authPort })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new StartError(
        `供 RabbitMQ 询问的端口 ${authPort} 已被占用，请停止占用它的程序，或用 MQTT_AUTH_PORT 换一个端口`,
      )
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`本机没有 ${authHost} 这个地址，请检查 MQTT_AUTH_HOST`)
    throw error
  }
}
