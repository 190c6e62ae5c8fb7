import { setTimeout as wait } from 'node:timers/promises'
import { errors, refuse } from '@drivesim/contract'
import type { FastifyBaseLogger } from 'fastify'
import { Connection, type Consumer, ConsumerStatus, type Publisher } from 'rabbitmq-client'
import type { Metrics } from '../metrics.ts'
import type { RabbitConfig } from '../start/rabbitConfig.ts'
import type { DeviceGateway, DeviceLink } from './deviceLink.ts'
import { openAuthListener } from './rabbitAuth.ts'
import { exchange, patternOf, routingKeyOf, topicOf } from './rabbitTopics.ts'
import { takeOver } from './takeover.ts'

/** All servers consume this one queue; what nobody has stored yet stays in it. */
const queue = 'drivesim.devices'
/** Messages under way to this server and not yet acknowledged. */
const prefetchCount = 400
const answerDeadlineMs = 5_000
const leaveDeadlineMs = 500
const stopDeadlineMs = 900
const retry = { retryLow: 250, retryHigh: 2_000 } as const

/**
 * RabbitMQ, one node or several. Devices speak MQTT to it; this server takes what they say from a quorum queue, and tells them
 * over AMQP. Who of them may do what, RabbitMQ asks of the servers that take devices, so that nothing is provisioned.
 */
export function rabbitLink(
  rabbit: RabbitConfig,
  log: FastifyBaseLogger,
  metrics: Metrics,
): DeviceLink & { close(): Promise<void> } {
  const teller = connect(rabbit, 'drivesim, commands', log)
  const publisher = teller.createPublisher({ confirm: true })
  let intake: ReturnType<typeof openIntake> | null = null

  return {
    async serve(gateway) {
      const listener = await openAuthListener(rabbit, gateway, { log, metrics })
      const opened = openIntake(rabbit, gateway, log)
      intake = opened
      // The queue may be there a little later, when the broker is back: that is no reason not to start.
      await Promise.race([opened.ready, wait(answerDeadlineMs)])
      return {
        leave: opened.leave,
        async stop() {
          intake = null
          await opened.stop()
          await listener.close()
        },
      }
    },
    hears: () => intake?.hears() === true,
    isCutOff: () => intake?.hears() === false,
    address: () => rabbit.devicesUrl,
    publish: (topic, message, expiresAt) => tell({ teller, publisher }, topic, message, expiresAt),
    provision: async () => undefined,
    async allow(name, allowed) {
      if (!allowed) await takeOver(rabbit, name)
    },
    disconnect: name => takeOver(rabbit, name),
    connections: () => 0,
    async close() {
      await Promise.race([publisher.close().then(() => teller.close()), wait(leaveDeadlineMs)])
      teller.unsafeDestroy()
    },
  }
}

function connect({ url }: RabbitConfig, connectionName: string, log: FastifyBaseLogger): Connection {
  const connection = new Connection({ url, connectionName, heartbeat: 20, noDelay: true, ...retry })
  connection.on('error', error => log.warn({ err: error }, 'mqtt: RabbitMQ'))
  connection.on('connection.blocked', reason => log.error({ reason }, 'mqtt: RabbitMQ takes nothing more'))
  return connection
}

/** Takes devices' messages; each is acknowledged when the gateway is done with it. */
function openIntake(rabbit: RabbitConfig, gateway: DeviceGateway, log: FastifyBaseLogger) {
  const connection = connect(rabbit, 'drivesim, devices', log)
  const consumer: Consumer = connection.createConsumer(
    {
      queue,
      queueOptions: { durable: true, arguments: { 'x-queue-type': 'quorum' } },
      // Never `sim.*.#`: commands go through the same exchange.
      queueBindings: gateway.publishes('+').map(filter => ({ exchange, routingKey: patternOf(filter) })),
      qos: { prefetchCount },
      requeue: true,
    },
    async ({ routingKey, body }) => {
      try {
        await gateway.receive(topicOf(routingKey), asBytes(body))
      } catch (error) {
        log.debug({ err: error }, 'mqtt: not acknowledged, RabbitMQ keeps it')
        // Serving ends: the others have it, or the next start. Asked for no longer, it does not come back here.
        void close()
        return ConsumerStatus.REQUEUE
      }
    },
  )
  // Also what could not be acknowledged: it comes again, to one of the servers.
  consumer.on('error', error => log.info({ err: error }, 'mqtt: intake interrupted'))
  const ready = new Promise<void>(done => consumer.once('ready', done))
  let closing: Promise<void> | null = null
  function close(): Promise<void> {
    closing ??= consumer
      .close()
      .catch((error: unknown) => log.info({ err: error }, 'mqtt: intake not closed in order'))
    return closing
  }
  return {
    ready,
    hears: () => consumer.consumerTag !== '',
    /** Takes nothing new; what is under way settles with the gateway. */
    async leave() {
      await Promise.race([close(), wait(leaveDeadlineMs)])
    },
    async stop() {
      await Promise.race([close().then(() => connection.close()), wait(stopDeadlineMs)])
      // What was not acknowledged by then goes to the other servers, or to the next start.
      connection.unsafeDestroy()
    },
  }
}

/** The library reads JSON for us where a publisher says that it is JSON; MQTT 3.1.1 cannot say so. */
function asBytes(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

/** Sends a device a message that the broker drops at its time. @throws Refusal brokerUnavailable */
async function tell(
  { teller, publisher }: { teller: Connection; publisher: Publisher },
  topic: string,
  message: object,
  expiresAt: Date,
): Promise<void> {
  const milliseconds = expiresAt.getTime() - Date.now()
  if (milliseconds <= 0) return
  if (!teller.ready) throw refuse(errors.brokerUnavailable)
  const payload = Buffer.from(JSON.stringify({ ...message, expiresAt: expiresAt.toISOString() }))
  const sent = publisher.send(
    { exchange, routingKey: routingKeyOf(topic), durable: true, expiration: String(milliseconds) },
    payload,
  )
  const late = Symbol('late')
  const outcome = await Promise.race([sent, wait(answerDeadlineMs, late)]).catch(() => late)
  if (outcome === late) throw refuse(errors.brokerUnavailable)
}
