import {
  type LiveEventName,
  type LiveEvents,
  live,
  liveErrors,
  liveRetryMs,
} from '@drivesim/contract/tools/live'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { create } from 'zustand'
import { pause } from './backOff.ts'
import { callRaw } from './call.ts'
import { CallError, showApiError } from './callError.ts'

export type LineState = 'connecting' | 'live' | 'reconnecting' | 'down'

/** The state of the one live line of this browser page; `down` after 10 s without it. */
export const useLine = create<{ state: LineState }>(() => ({ state: 'connecting' }))

type Handler<N extends LiveEventName> = (event: LiveEvents[N]) => void
const handlers: { [N in LiveEventName]: Set<Handler<N>> } = {
  simulator: new Set(),
  simulatorGone: new Set(),
  command: new Set(),
  job: new Set(),
  order: new Set(),
  figures: new Set(),
  workOrder: new Set(),
  billComment: new Set(),
  contractComment: new Set(),
  refundComment: new Set(),
  deviceComment: new Set(),
  studentComment: new Set(),
  workOrderComment: new Set(),
  todos: new Set(),
  unread: new Set(),
  sessionChanged: new Set(),
  version: new Set(),
  caughtUp: new Set(),
}

/** Listens to one kind of live event; call it inside an effect, so that hidden tabs do not listen. @returns what ends it */
export function onLive<N extends LiveEventName>(name: N, handler: Handler<N>): () => void {
  handlers[name].add(handler)
  return () => handlers[name].delete(handler)
}

function isLiveEventName(name: string): name is LiveEventName {
  return Object.hasOwn(handlers, name)
}

function deliver<N extends LiveEventName>(name: N, data: string): void {
  // The server builds the event from the contract's LiveEvents; this is the one place where text becomes that type.
  const event = JSON.parse(data) as LiveEvents[N]
  for (const handler of handlers[name]) handler(event)
}

const silenceMs = 25_000
const downAfterMs = 10_000

/** Opens the live line and keeps it open, whatever happens to the network, until the returned function is called. */
export function openLine(): () => void {
  const closed = new AbortController()
  void keepOpen(closed.signal)
  return () => {
    closed.abort()
    useLine.setState({ state: 'connecting' })
  }
}

async function keepOpen(closed: AbortSignal): Promise<void> {
  const position: Position = { after: undefined, complaint: null }
  let attempt = 0
  let down: ReturnType<typeof setTimeout> | undefined
  const up = () => {
    attempt = 0
    clearTimeout(down)
    down = undefined
    position.complaint = null
    useLine.setState({ state: 'live' })
  }
  while (!closed.aborted) {
    down ??= setTimeout(() => !closed.aborted && useLine.setState({ state: 'down' }), downAfterMs)
    await readOnce(closed, position, up)
    if (closed.aborted) break
    if (useLine.getState().state === 'live') useLine.setState({ state: 'reconnecting' })
    await pause(liveRetryMs(attempt++), closed)
  }
  clearTimeout(down)
}

interface Position {
  after: string | undefined
  /** The refusal last shown, so that every retry does not repeat it. */
  complaint: string | null
}

/** One connection from opening to its end. Never throws: what broke it is handled here, the loop above tries again. */
async function readOnce(closed: AbortSignal, position: Position, up: () => void): Promise<void> {
  const line = new AbortController()
  const { signal } = line
  const end = () => line.abort()
  // In place of AbortSignal.any, which browsers have since 2023.
  closed.addEventListener('abort', end, { once: true })
  let watchdog = setTimeout(end, silenceMs)
  try {
    const response = await callRaw(live.stream, { after: position.after }, { signal, quiet: true })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    if (reader === undefined) return
    up()
    const events = createParser({ onEvent: event => accept(event, position) })
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(watchdog)
      watchdog = setTimeout(end, silenceMs)
      events.feed(value)
    }
  } catch (error) {
    if (signal.aborted || !(error instanceof CallError)) return
    // A refusal of the line itself (too many windows) is worth a sentence; a lost network shows in the line's state.
    if (error.code === liveErrors.tooManyStreams.code && position.complaint !== error.message) {
      position.complaint = error.message
      showApiError(error.message)
    }
  } finally {
    clearTimeout(watchdog)
    closed.removeEventListener('abort', end)
  }
}

function accept({ id, event = '', data }: EventSourceMessage, position: Position): void {
  if (id !== undefined) position.after = id
  if (isLiveEventName(event)) deliver(event, data)
}
