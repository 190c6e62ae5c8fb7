import type { LiveEventName, LiveEvents } from '@drivesim/contract'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { until } from './device.ts'

export interface LiveEvent<Name extends LiveEventName = LiveEventName> {
  name: Name
  id: string | undefined
  data: LiveEvents[Name]
  /** When it was read, on the steady clock. */
  at: number
}

export interface LiveStream {
  readonly events: LiveEvent[]
  isEnded(): boolean
  /** Waits for an event, among those that came already too. */
  wait<Name extends LiveEventName>(
    name: Name,
    matches?: (data: LiveEvents[Name]) => boolean,
  ): Promise<LiveEvent<Name>>
  close(): void
}

/** Opens the live stream of a listening server as a browser does, and waits until it has caught up. */
export async function openLiveStream(base: string, token: string, after?: string): Promise<LiveStream> {
  const aborting = new AbortController()
  const query = after === undefined ? '' : `?after=${after}`
  const response = await fetch(`${base}/dm-api/live/events${query}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: aborting.signal,
  })
  const { body } = response
  if (body === null || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
    throw new Error(`no stream: ${response.status} ${await response.text()}`)
  }
  const events: LiveEvent[] = []
  let ended = false
  const read = async () => {
    const messages = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
    for await (const { event, id, data } of messages) {
      if (event === undefined) continue
      // The stream carries what the contract says; that is what these tests look at.
      events.push({ name: event as LiveEventName, id, data: JSON.parse(data), at: performance.now() })
    }
  }
  void read()
    .catch(() => undefined)
    .finally(() => {
      ended = true
    })
  const stream: LiveStream = {
    events,
    isEnded: () => ended,
    wait: (name, matches = () => true) =>
      until(`${name} on the stream`, () => {
        const is = (event: LiveEvent): event is LiveEvent<typeof name> => event.name === name
        return events.filter(is).find(({ data }) => matches(data))
      }),
    close: () => aborting.abort(),
  }
  await stream.wait('caughtUp')
  return stream
}

/** What a stranger got of a stream, or in its place. */
export interface Visit {
  readonly statusCode: number
  readonly body: string
}

/**
 * Reads a stream until it has caught up and, after `meanwhile`, until the unread messages are told again; then leaves.
 * What is no stream, and what ends before, is read to its end.
 */
export async function visitStream(
  url: URL,
  headers: Record<string, string>,
  meanwhile: () => Promise<void>,
): Promise<Visit> {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(8_000) })
  let body = ''
  let caughtUpAt: number | undefined
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    body += part
    if (caughtUpAt !== undefined && body.includes('event: unread\n', caughtUpAt)) break
    if (caughtUpAt === undefined && body.includes('event: caughtUp\n')) {
      caughtUpAt = body.length
      await meanwhile()
    }
  }
  return { statusCode: response.status, body }
}
