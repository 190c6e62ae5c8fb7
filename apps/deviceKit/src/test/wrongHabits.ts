import { randomUUID } from 'node:crypto'
import type { BehaviourName } from '../behaviours.ts'
import { type Draft, type Habits, wait } from './strangeSimulator.ts'

const everyOther =
  (change: (draft: Draft) => Partial<Draft> | null, also: (draft: Draft) => Draft[] = () => []) =>
  (draft: Draft): Draft[] => {
    const changed = change(draft)
    return changed === null ? also(draft) : [{ ...draft, ...changed }, ...also(draft)]
  }
const body = (draft: Draft, change: Record<string, unknown>) => ({ body: { ...draft.body, ...change } })
const isEnd = ({ body: { event } }: Draft) => event === 'end'
/** The first fault, after which something else may be said. */
const isRaised = ({ body: { event } }: Draft) => event === 'raised'

/** Each does one thing wrong: what, and which behaviour fails of it. */
export const wrongs: readonly [string, BehaviourName, Partial<Habits>][] = [
  ['a wrong key at first', 'signIn', { options: (o, n) => (n === 0 ? { ...o, password: 'wrong' } : o) }],
  ['no will', 'will', { options: ({ will: _will, ...o }) => o }],
  ['a will of QoS 0', 'will', { options: o => ({ ...o, ...(o.will && { will: { ...o.will, qos: 0 } }) }) }],
  [
    'a will that is not retained',
    'will',
    { options: o => ({ ...o, ...(o.will && { will: { ...o.will, retain: false } }) }) },
  ],
  [
    'a will of another connection',
    'will',
    {
      options: o => {
        const payload = JSON.stringify({ connectionId: randomUUID(), online: false })
        return { ...o, ...(o.will && { will: { ...o.will, payload } }) }
      },
    },
  ],
  ['commands of QoS 0', 'subscribes', { subscribes: 0 }],
  [
    'a topic of its own',
    'topics',
    { sends: draft => (isRaised(draft) ? [draft, { ...draft, topic: 'sim/SIM-1/log' }] : [draft]) },
  ],
  ['faults of QoS 2', 'qos', { sends: draft => [draft.channel === 'fault' ? { ...draft, qos: 2 } : draft] }],
  ['faults of QoS 0', 'qos', { sends: draft => [draft.channel === 'fault' ? { ...draft, qos: 0 } : draft] }],
  ['states that are not retained', 'retained', { sends: draft => [{ ...draft, retain: false }] }],
  ['retained sessions', 'retained', { sends: draft => [{ ...draft, retain: draft.channel !== 'ack' }] }],
  [
    'a number in a text',
    'form',
    { sends: everyOther(draft => (isEnd(draft) ? body(draft, { score: '90' }) : {})) },
  ],
  [
    'a message that is too long',
    'size',
    {
      sends: draft =>
        isRaised(draft)
          ? [draft, { ...draft, ...body(draft, { id: randomUUID(), text: 'x'.repeat(70_000) }) }]
          : [draft],
    },
  ],
  [
    'a hundred messages at once',
    'rate',
    {
      sends: draft =>
        isRaised(draft)
          ? [
              draft,
              ...Array.from({ length: 100 }, (_, index) => ({
                ...draft,
                ...body(draft, { id: randomUUID(), code: `E${index + 200}`, event: 'cleared' }),
              })),
            ]
          : [draft],
    },
  ],
  [
    'a clock that is two minutes slow',
    'clock',
    {
      sends: everyOther(draft => {
        const slow = (name: string) =>
          draft.body[name] === undefined
            ? {}
            : { [name]: new Date(Date.parse(String(draft.body[name])) - 120_000).toISOString() }
        return body(draft, { ...slow('at'), ...slow('startedAt') })
      }),
    },
  ],
  [
    'one id for all sessions',
    'ids',
    {
      sends: everyOther(draft =>
        draft.channel === 'session' ? body(draft, { id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' }) : {},
      ),
    },
  ],
  [
    'the same event under another id',
    'ids',
    {
      sends: draft => (isEnd(draft) ? [draft, { ...draft, ...body(draft, { id: randomUUID() }) }] : [draft]),
    },
  ],
  ['the newest first', 'order', { again: waiting => waiting.reverse() }],
  ['numbers from 1', 'seq', { firstSeq: 1 }],
  ['no heartbeat', 'heartbeat', { heartbeat: 600_000 }],
  ['changes with the next heartbeat', 'onChange', { reportsChanges: false, heartbeat: 300 }],
  ['one connectionId for ever', 'connectionId', { connectionId: before => before || randomUUID() }],
  ['a lesson without an end', 'sessions', { sends: everyOther(draft => (isEnd(draft) ? null : {})) }],
  [
    'more effective time than time',
    'sessions',
    { sends: everyOther(draft => (isEnd(draft) ? body(draft, { effectiveSeconds: 900 }) : {})) },
  ],
  [
    'another student at the end',
    'sessions',
    { sends: everyOther(draft => (isEnd(draft) ? body(draft, { studentId: 8 }) : {})) },
  ],
  [
    'a fault that is never cleared',
    'faults',
    { sends: everyOther(draft => (draft.body.event === 'cleared' ? null : {})) },
  ],
  [
    'no answer to a restart',
    'ack',
    { answers: (id, times, command) => (command === 'restart' || times > 1 ? [] : [id]) },
  ],
  [
    'an answer to nothing',
    'ack',
    {
      answers: (id, times, command) => (times > 1 ? [] : command === 'restart' ? [id, randomUUID()] : [id]),
    },
  ],
  ['a command done twice', 'twice', { answers: (id, count) => [count === 1 ? id : randomUUID()] }],
  ['a command answered twice', 'twice', { answers: id => [id] }],
  ['expired commands', 'expired', { ignoresExpired: false }],
  ['forgets what was not acknowledged', 'resend', { again: () => [] }],
  [
    'makes it anew with the same id',
    'resend',
    { again: waiting => waiting.map(one => ({ ...one, ...body(one, { at: new Date().toISOString() }) })) },
  ],
  ['sends all again', 'nothingTwice', { again: (waiting, acknowledged) => [...acknowledged, ...waiting] }],
  [
    'gives up',
    'reconnects',
    { wait: (after, row, cuts) => (after === 'cut' && cuts > 2 ? null : wait(row, cuts)) },
  ],
  [
    'always the same wait but for chance',
    'backOff',
    { wait: (after, row, cuts) => (after === 'refused' ? wait(row, cuts) : wait(0, cuts)) },
  ],
  [
    'comes back at once',
    'backOff',
    { wait: (_after, row, cuts) => (row === 0 ? 10 + 100 * (cuts % 4) : wait(row, cuts)) },
  ],
  ['no chance', 'jitter', { wait: (_after, row) => wait(row, 0) }],
  [
    'hammers with a wrong key',
    'refused',
    { wait: (after, row, cuts) => (after === 'refused' ? 10 : wait(row, cuts)) },
  ],
  ['leaves without a word', 'farewell', { saysFarewell: false }],
]
