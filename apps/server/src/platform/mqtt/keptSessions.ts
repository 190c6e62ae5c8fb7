import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import type { AedesPublishPacket, Client } from 'aedes'

/** What is used of it here. The types that come with it describe callbacks, and no way to make one. */
interface Memory {
  cleanSubscriptions(client: Pick<Client, 'id'>): Promise<void>
  cleanIncoming(client: Pick<Client, 'id'>): Promise<void>
}
const require = createRequire(import.meta.url)
const memory: () => Memory = require('aedes-persistence')

/** How long a device may be away before its session is forgotten. Seconds; commands live a minute. */
export const keptSessionSeconds = 3600
/** What waits for one device at most; the oldest gives way. */
const mostMessages = 16
const mostBytes = 64 * 1024

type WaitingMessage = Pick<AedesPublishPacket, 'topic' | 'payload' | 'messageId'> & {
  brokerId?: string
  brokerCounter?: number
}

interface Session {
  readonly clientId: string
  /** The connection that has it, or had it last. */
  readonly client: Client
  forgetting?: NodeJS.Timeout
}

/**
 * Sessions that outlive a connection (MQTT's clean=false): one of each device, with a bounded number of messages, for a
 * limited time. The rest of what the broker keeps is the library's. @param counted is told how many there are
 */
export function keptSessions(seconds: number, counted: (sessions: number) => void) {
  const sessions = new Map<string, Session>()
  const waiting = new Map<string, WaitingMessage[]>()
  // What the library itself keeps of them has no bounds.
  const store = Object.assign(memory(), boundedQueues(waiting))

  function forget(name: string): void {
    const session = sessions.get(name)
    if (session === undefined) return
    clearTimeout(session.forgetting)
    sessions.delete(name)
    counted(sessions.size)
    waiting.delete(session.client.id)
    void store.cleanSubscriptions(session.client)
    void store.cleanIncoming(session.client)
  }

  return {
    store,
    /** The id a connection has in the broker: that of a kept session belongs to the device, whatever it calls itself. */
    idOf: (name: string, clientId: string, clean: boolean) =>
      clean ? `once ${name} ${clientId}` : `kept ${name}`,
    /** A device that may come in: its session goes on only under the id that began it; another, or a clean one, ends it. */
    begin(name: string, clientId: string, clean: boolean, client: Client): void {
      const session = sessions.get(name)
      const isSame = session?.clientId === clientId
      if (clean) {
        if (!isSame) return
        session.client.close()
        forget(name)
        return
      }
      if (!isSame) forget(name)
      clearTimeout(session?.forgetting)
      sessions.set(name, { clientId, client })
      counted(sessions.size)
    },
    /** A connection ended: from now on its session, if it is kept, is on time. */
    end(name: string, client: Client): void {
      const session = sessions.get(name)
      if (session?.client !== client) return
      session.forgetting = setTimeout(() => forget(name), seconds * 1000).unref()
    },
    stop(): void {
      for (const { forgetting } of sessions.values()) clearTimeout(forgetting)
    },
  }
}

export type KeptSessions = ReturnType<typeof keptSessions>

/** What the broker asks of its memory for messages that wait to be received. @param waiting by the ids of their sessions */
function boundedQueues(waiting: Map<string, WaitingMessage[]>) {
  function enqueue(id: string, packet: WaitingMessage): void {
    const queue = waiting.get(id) ?? []
    waiting.set(id, queue)
    queue.push({ ...packet })
    while (queue.length > mostMessages || (queue.length > 1 && bytesOf(queue) > mostBytes)) queue.shift()
  }

  return {
    async outgoingEnqueue({ clientId }: { clientId: string }, packet: WaitingMessage) {
      enqueue(clientId, packet)
    },
    async outgoingEnqueueCombi(subscriptions: { clientId: string }[], packet: WaitingMessage) {
      for (const { clientId } of subscriptions) enqueue(clientId, packet)
    },
    /** The number under which a message is sent; the receipt of one takes its place. */
    async outgoingUpdate({ id }: Client, packet: WaitingMessage) {
      const queue = waiting.get(id) ?? []
      const same = queue.find(
        ({ brokerId, brokerCounter }) =>
          brokerId === packet.brokerId && brokerCounter === packet.brokerCounter,
      )
      if (same !== undefined) {
        if (packet.messageId !== undefined) same.messageId = packet.messageId
        return
      }
      const sent = queue.findIndex(({ messageId }) => messageId === packet.messageId)
      if (sent >= 0) queue[sent] = packet
    },
    async outgoingClearMessageId({ id }: Client, { messageId }: WaitingMessage) {
      const queue = waiting.get(id) ?? []
      const place = queue.findIndex(packet => packet.messageId === messageId)
      if (place < 0) return undefined
      const [cleared] = queue.splice(place, 1)
      if (queue.length === 0) waiting.delete(id)
      return cleared
    },
    outgoingStream: ({ id }: Client) => Readable.from([...(waiting.get(id) ?? [])]),
  }
}

const bytesOf = (queue: readonly WaitingMessage[]) =>
  queue.reduce((sum, { topic, payload }) => sum + topic.length + payload.length, 0)
