import { timingSafeEqual } from 'node:crypto'
import type { Remark } from '@drivesim/contract/devices/telemetry/deviceReading'
import { type DeviceTopic, longestMessageBytes, topics } from '@drivesim/contract/devices/telemetry/telemetry'
import { hashSecret } from '../../../platform/auth/tokens.ts'
import { batcher } from '../../../platform/batcher.ts'
import type { Services } from '../../../platform/module.ts'
import type { DeviceGateway } from '../../../platform/mqtt/deviceLink.ts'
import { type DeviceMessage, type ReadResult, readMessage, readTopic, rights } from './mqtt.ts'
import { keyHash, keyHashes } from './queries.ts'
import { openRemarks } from './remarks.service.ts'
import { monthKeeper, type Outcome, storeBatch } from './service.ts'
import type { Timings } from './timings.rules.ts'
import { type MessageVerdict, openWatches } from './watches.service.ts'

/** Classes of SQLSTATE that a message itself causes: bad data, a broken constraint, a refusal raised by a function. */
const ofTheMessage = /^(22|23|P0)/

const kinds: readonly DeviceMessage['kind'][] = ['report', 'linkLost', 'start', 'end', 'fault', 'ack']

/** What the link to the devices asks and hands over; `stop` takes no more and waits for what was taken. */
export function openGateway(
  services: Services,
  timings: Timings,
): { gateway: DeviceGateway; stop(): Promise<void> } {
  const { log, metrics, db } = services
  const ensureMonths = monthKeeper(db)
  const isPassing = (error: unknown) => !ofTheMessage.test(sqlState(error))
  const remarks = openRemarks(services, isPassing)
  const watches = openWatches(services, isPassing)
  /** What became of messages, until it was asked for. */
  const outcomeOf = new WeakMap<DeviceMessage, Outcome>()
  const batches = batcher<DeviceMessage>({
    async store(messages) {
      const end = metrics.deviceBatch.startTimer()
      await ensureMonths(messages)
      const outcomes = await storeBatch(services, timings, messages)
      end()
      for (const [index, message] of messages.entries()) {
        const outcome = outcomes[index] ?? 'stored'
        outcomeOf.set(message, outcome)
        noteOutcome(services, message, outcome)
      }
    },
    isPassing,
    failed: error => log.error({ err: error }, 'device messages not stored yet, trying again'),
    gaveUp(message, error) {
      metrics.deviceMessages.inc({ topic: message.kind, outcome: 'failed' })
      log.error({ err: error, device: message.sn, kind: message.kind }, 'device message given up')
    },
  })
  metrics.deviceQueue.readFrom(batches.waiting)
  // From nothing to one is no increase to Prometheus, so that the first message given up would go unseen.
  for (const topic of kinds) metrics.deviceMessages.inc({ topic, outcome: 'failed' }, 0)

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
        if (read === null) {
          metrics.deviceMessages.inc({ topic: 'foreign', outcome: 'malformed' })
          log.warn({ topic }, 'message on an unknown topic refused')
          return
        }
        const { sn, channel } = read
        const received = readMessage(sn, channel, payload, Date.now())
        if ('message' in received) await batches.add(received.message)
        const noted = remarksOn(received, outcomeOf)
        if (watches.isWatched(sn))
          watches.note(sn, channel, payload, {
            verdict: verdictOn(received, noted, outcomeOf),
            remarks: noted,
          })
        if (noted.length === 0) return
        sayOdd(services, read, { isRefused: 'refused' in received, noted })
        await remarks.note(sn, channel, payload, noted)
      },
      link: remarks.link,
    },
    async stop() {
      await batches.stop()
      await remarks.stop()
      await watches.stop()
    },
  }
}

function noteOutcome(
  { log, metrics }: Pick<Services, 'log' | 'metrics'>,
  message: DeviceMessage,
  outcome: Outcome,
): void {
  metrics.deviceMessages.inc({ topic: message.kind, outcome })
  if ('redated' in message && message.redated)
    metrics.deviceMessages.inc({ topic: message.kind, outcome: 'redated' })
  if (outcome === 'unknownDevice' || outcome === 'unknownModule')
    log.warn({ device: message.sn, outcome }, 'device message refused')
}

/** Refused ones are acknowledged all the same: sending them again would not help. */
function sayOdd(
  { log, metrics }: Pick<Services, 'log' | 'metrics'>,
  { sn, channel }: { sn: string; channel: DeviceTopic },
  { isRefused, noted }: { isRefused: boolean; noted: readonly Remark[] },
): void {
  const outcome = isRefused ? 'malformed' : 'mended'
  metrics.deviceMessages.inc({ topic: channel, outcome })
  const said = { device: sn, topic: topics[channel](sn), remarks: noted }
  log[isRefused ? 'warn' : 'debug'](said, `device message ${outcome}`)
}

/** What is odd about a message; what came again was remarked on before. */
function remarksOn(received: ReadResult, outcomeOf: WeakMap<DeviceMessage, Outcome>) {
  if ('refused' in received) return [received.refused]
  const { message, remarks } = received
  const outcome = outcomeOf.get(message)
  if (outcome === 'unknownModule') return [...remarks, unknownModule]
  return outcome === 'repeated' ? [] : remarks
}

/** What became of a message, for whoever watches the device. */
function verdictOn(
  received: ReadResult,
  noted: readonly unknown[],
  outcomeOf: WeakMap<DeviceMessage, Outcome>,
): MessageVerdict {
  if ('refused' in received) return 'refused'
  const outcome = outcomeOf.get(received.message)
  if (outcome === 'repeated' || outcome === 'stale' || outcome === 'unmatched') return outcome
  return noted.length > 0 ? 'mended' : 'stored'
}

const unknownModule = {
  path: '$.moduleId',
  problem: '系统里没有这个训练模块，请核对课程配置中的编号',
  taken: '留空',
}

const isKey = (expected: Buffer | undefined, key: string) =>
  expected !== undefined && timingSafeEqual(expected, hashSecret(key))

function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
