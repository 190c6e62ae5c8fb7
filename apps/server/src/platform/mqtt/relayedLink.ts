import { randomUUID } from 'node:crypto'
import { errors, refuse } from '@drivesim/contract'
import { z } from 'zod'
import type { Bus } from '../bus.ts'
import type { Db } from '../postgres/db.ts'
import type { DeviceLink } from './deviceLink.ts'

/** What a process that takes no devices asks of the one that does. */
const asking = z.discriminatedUnion('act', [
  z.object({
    act: z.literal('publish'),
    topic: z.string(),
    message: z.record(z.string(), z.unknown()),
    expiresAt: z.coerce.date(),
  }),
  z.object({ act: z.literal('disconnect'), name: z.string() }),
])
const asked = z.object({ id: z.string(), asking })
const answered = z.object({ id: z.string(), done: z.boolean() })

const askTopic = 'deviceLink'
const answerTopic = 'deviceLinkAnswer'
/** A word may be missed while a process starts or its connection comes back: it is said again, and done once. */
const againMs = 500
const deadlineMs = 5_000

/** The link of a process that takes no devices (`ROLE=web` beside the embedded broker): it asks the one that does, over the bus. */
export function relayedLink(bus: Bus, db: Db): DeviceLink & { close(): Promise<void> } {
  const waiting = new Map<string, (done: boolean) => void>()
  const forget = bus.hear(answerTopic, word => {
    const { id, done } = answered.parse(word)
    waiting.get(id)?.(done)
  })

  /** @throws Refusal brokerUnavailable when nobody did it in time */
  async function ask(asking: z.input<typeof asked>['asking']): Promise<void> {
    const id = randomUUID()
    let say: NodeJS.Timeout | undefined
    let deadline: NodeJS.Timeout | undefined
    try {
      const done = new Promise<boolean>(resolve => {
        waiting.set(id, resolve)
        deadline = setTimeout(() => resolve(false), deadlineMs)
        // The first one says why the bus cannot be spoken on; later ones have the deadline.
        say = setInterval(() => void bus.say(db, askTopic, { id, asking }).catch(() => undefined), againMs)
      })
      await bus.say(db, askTopic, { id, asking })
      if (!(await done)) throw refuse(errors.brokerUnavailable)
    } finally {
      clearInterval(say)
      clearTimeout(deadline)
      waiting.delete(id)
    }
  }

  return {
    serve: () => Promise.reject(new Error('this process takes no devices')),
    hears: () => false,
    isCutOff: () => false,
    address: () => null,
    publish: (topic, message, expiresAt) =>
      ask({ act: 'publish', topic, message: { ...message }, expiresAt }),
    // The embedded broker asks for the key at each sign-in.
    provision: async () => undefined,
    async allow(name, allowed) {
      if (!allowed) await ask({ act: 'disconnect', name })
    },
    disconnect: name => ask({ act: 'disconnect', name }),
    connections: () => 0,
    close: async () => {
      forget()
    },
  }
}

/** Does what other processes ask of the link that this one serves. @returns ends it */
export function answerRelayed(
  bus: Bus,
  db: Db,
  link: DeviceLink,
  failed: (error: unknown) => void,
): () => void {
  /** What was asked lately, and how it went: said again, it is answered again. */
  const known = new Map<string, Promise<boolean>>()

  async function act(given: z.output<typeof asking>): Promise<boolean> {
    try {
      if (given.act === 'publish') await link.publish(given.topic, given.message, given.expiresAt)
      else await link.disconnect(given.name)
      return true
    } catch (error) {
      failed(error)
      return false
    }
  }

  return bus.hear(askTopic, word => {
    const { id, asking } = asked.parse(word)
    const doing = known.get(id) ?? act(asking)
    if (!known.has(id)) {
      known.set(id, doing)
      setTimeout(() => known.delete(id), 2 * deadlineMs).unref()
    }
    void doing.then(done => bus.say(db, answerTopic, { id, done })).catch(failed)
  })
}
