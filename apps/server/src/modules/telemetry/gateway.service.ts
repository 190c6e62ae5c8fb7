import { timingSafeEqual } from 'node:crypto'
import { longestMessageBytes } from '@drivesim/contract/telemetry'
import { hashSecret } from '../../platform/auth/tokens.ts'
import { batcher } from '../../platform/batcher.ts'
import type { Services } from '../../platform/module.ts'
import type { DeviceGateway } from '../../platform/mqtt/deviceLink.ts'
import { type DeviceMessage, readMessage, readTopic, rights } from './mqtt.ts'
import { keyHash, keyHashes } from './queries.ts'
import { monthKeeper, storeBatch } from './service.ts'
import type { Timings } from './timings.rules.ts'

/** Classes of SQLSTATE that a message itself causes: bad data, a broken constraint, a refusal raised by a function. */
const ofTheMessage = /^(22|23|P0)/

/** What the link to the devices asks and hands over; `stop` takes no more and waits for what was taken. */
export function openGateway(
  services: Services,
  timings: Timings,
): { gateway: DeviceGateway; stop(): Promise<void> } {
  const { log, metrics, db } = services
  const ensureMonths = monthKeeper(db)
  const batches = batcher<DeviceMessage>({
    async store(messages) {
      const end = metrics.deviceBatch.startTimer()
      await ensureMonths(messages)
      const outcomes = await storeBatch(services, timings, messages)
      end()
      for (const [index, message] of messages.entries()) {
        const outcome = outcomes[index] ?? 'stored'
        metrics.deviceMessages.inc({ topic: message.kind, outcome })
        if ('redated' in message && message.redated)
          metrics.deviceMessages.inc({ topic: message.kind, outcome: 'redated' })
        if (outcome === 'unknownDevice' || outcome === 'unknownModule')
          log.warn({ device: message.sn, outcome }, 'device message refused')
      }
    },
    isPassing: error => !ofTheMessage.test(sqlState(error)),
    failed: error => log.error({ err: error }, 'device messages not stored yet, trying again'),
    gaveUp(message, error) {
      metrics.deviceMessages.inc({ topic: message.kind, outcome: 'failed' })
      log.error({ err: error, device: message.sn, kind: message.kind }, 'device message given up')
    },
  })

  return {
    gateway: {
      ...rights,
      longestMessage: longestMessageBytes,
      async authenticate(sn, key) {
        return isKey(await keyHash(db, sn), key)
      },
      async recall() {
        const hashes = await keyHashes(db)
        return (sn, key) => isKey(hashes.get(sn), key)
      },
      async receive(topic, payload) {
        const read = readTopic(topic)
        const message =
          read === null ? 'unknown topic' : readMessage(read.sn, read.channel, payload, Date.now())
        if (typeof message !== 'string') return batches.add(message)
        // Acknowledged all the same: sending it again would not help.
        metrics.deviceMessages.inc({ topic: read?.channel ?? 'foreign', outcome: 'malformed' })
        log.warn({ topic, problem: message }, 'malformed device message refused')
      },
    },
    stop: () => batches.stop(),
  }
}

const isKey = (expected: Buffer | undefined, key: string) =>
  expected !== undefined && timingSafeEqual(expected, hashSecret(key))

function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
