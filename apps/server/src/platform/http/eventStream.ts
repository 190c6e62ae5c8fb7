import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EventStream, EventsReply } from './call.ts'

/** Milliseconds between two writes, for each event of the first: one alone is written at once, those of a burst together. */
const pause = { ofEvent: 10, most: 50 } as const
/** Milliseconds between comments that keep proxies and watchdogs content. */
const heartbeatEvery = 10_000

interface WaitingStream {
  event: string
  data: unknown
  id: string | undefined
}

/**
 * Turns the reply into server-sent events. What waits is a map of key to newest value, written at most every 50 ms
 * and only while the connection takes it: a reader that never reads costs its keys, and gets them all later.
 */
export function openEventStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { open }: EventsReply,
): FastifyReply {
  reply.hijack()
  const { raw } = reply
  // Who left while the call was admitted is not seen leaving again.
  if (raw.destroyed) return reply
  const headers = Object.fromEntries(
    Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined),
  )
  raw.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  raw.flushHeaders()
  request.raw.socket.setNoDelay(true)

  const waiting = new Map<string, WaitingStream>()
  let blocked = false
  let ending = false
  let flushTimer: NodeJS.Timeout | null = null
  let nextAt = Number.NEGATIVE_INFINITY

  const flush = () => {
    flushTimer = null
    nextAt = performance.now() + Math.min(pause.most, waiting.size * pause.ofEvent)
    if (blocked || raw.destroyed) return
    let text = ''
    for (const { event, data, id } of waiting.values()) {
      text += `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
    }
    waiting.clear()
    if (text !== '') blocked = !raw.write(text)
    if (ending) raw.end()
  }
  const schedule = () => {
    flushTimer ??= setTimeout(flush, Math.max(0, nextAt - performance.now()))
  }
  const stream: EventStream = {
    send(event, key, data, id) {
      waiting.delete(key)
      waiting.set(key, { event, data, id })
      schedule()
    },
    end() {
      ending = true
      schedule()
    },
  }

  const heartbeat = setInterval(() => {
    if (!blocked && !raw.destroyed) blocked = !raw.write(': \n\n')
  }, heartbeatEvery)
  raw.on('drain', () => {
    blocked = false
    if (waiting.size > 0 || ending) schedule()
  })
  const close = open(stream)
  raw.on('close', () => {
    clearInterval(heartbeat)
    if (flushTimer !== null) clearTimeout(flushTimer)
    close()
  })
  return reply
}
