import { deviceTopics, longestMessageBytes, topics } from '@drivesim/contract/devices/telemetry/telemetry'
import type { Heard } from './journal.ts'
import {
  type Evidence,
  failed,
  firstFault,
  heardOf,
  type Judgement,
  judged,
  passed,
  seconds,
  timeOf,
  untested,
} from './judgement.ts'

/** Sustained messages a second of one device; as many pass at once. */
const messagesPerSecond = 50
const clockOffMs = 60_000
/** Events of one clock may be told in another order than they happened by so much. Milliseconds. */
const orderSlack = 1_000

const nothing = '还没有收到报文'

export function ownTopics({ journal }: Evidence): Judgement {
  const sn = journal.sn ?? ''
  const published = firstFault(journal.messages, ({ channel, at, topic }) =>
    channel === null ? `${timeOf(at)} 发到了 ${topic}` : null,
  )
  const subscribed = firstFault(journal.lines, ({ subscriptions }) => {
    const foreign = subscriptions.find(({ topic }) => topic !== topics.command(sn))
    return foreign && `订阅了 ${foreign.topic}，只能订阅 ${topics.command(sn)}`
  })
  return judged(journal.messages.length, published ?? subscribed, {
    untested: nothing,
    passed: `只用了 ${deviceTopics.map(one => topics[one](sn)).join('、')} 和 ${topics.command(sn)}`,
  })
}

export function quality({ journal }: Evidence): Judgement {
  const fault = firstFault(journal.messages, ({ qos, at, topic }) =>
    qos === 1 ? null : `${timeOf(at)} 发到 ${topic} 的报文是 QoS ${qos}`,
  )
  return judged(journal.messages.length, fault, {
    untested: nothing,
    passed: `${journal.messages.length} 条报文都是 QoS 1`,
  })
}

export function retained({ journal }: Evidence): Judgement {
  const states = journal.messages.filter(one => one.channel === 'state')
  const fault = firstFault(journal.messages, ({ channel, retain, at, topic }) => {
    if (channel === 'state' && !retain) return `${timeOf(at)} 的状态没有设为保留（retain）`
    return channel !== 'state' && channel !== null && retain
      ? `${timeOf(at)} 发到 ${topic} 的报文不应保留`
      : null
  })
  return judged(states.length, fault, {
    untested: '还没有收到状态',
    passed: `${states.length} 条状态都是保留的，其余都不是`,
  })
}

export function form({ journal }: Evidence): Judgement {
  const known = journal.messages.filter(one => one.channel !== null && one.bytes <= longestMessageBytes)
  const odd = known.filter(one => one.verdict !== 'agreed')
  const fault = firstFault(odd, ({ at, topic, remarks: [remark] }) =>
    remark === undefined
      ? null
      : `${known.length} 条中有 ${odd.length} 条不合格，如 ${timeOf(at)} ${topic} 的 ${remark.path}：${remark.problem}`,
  )
  return judged(known.length, fault, { untested: nothing, passed: `${known.length} 条报文都合格` })
}

export function size({ journal }: Evidence): Judgement {
  const longest = Math.max(0, ...journal.messages.map(one => one.bytes))
  const fault =
    longest > longestMessageBytes
      ? `最长的一条有 ${longest} 字节，最多 ${longestMessageBytes} 字节`
      : undefined
  return judged(journal.messages.length, fault, { untested: nothing, passed: `最长的一条 ${longest} 字节` })
}

export function rate({ journal }: Evidence): Judgement {
  let left = messagesPerSecond
  let before = 0
  const fault = firstFault(journal.messages, ({ at }) => {
    left = Math.min(messagesPerSecond, left + ((at - before) / 1000) * messagesPerSecond) - 1
    before = at
    return left < 0 ? `${timeOf(at)} 前后每秒多于 ${messagesPerSecond} 条，服务器会让它等待` : null
  })
  return judged(journal.messages.length, fault, {
    untested: nothing,
    passed: `平均每秒不超过 ${messagesPerSecond} 条`,
  })
}

export function clock({ journal }: Evidence): Judgement {
  const offsets = heardOf(journal, 'report')
    .flatMap(({ at, message }) => (message.body.at === null ? [] : [Date.parse(message.body.at) - at]))
    .sort((one, other) => one - other)
  // what was kept and sent late says nothing of the clock: the middle one is live
  const offset = offsets[Math.floor(offsets.length / 2)]
  if (offset === undefined) return untested('还没有收到带时间的状态')
  const by = `${offset > 0 ? '快' : '慢'} ${seconds(Math.abs(offset))}`
  return Math.abs(offset) > clockOffMs
    ? failed(`设备的时钟${by}，请与网络时间同步`)
    : passed(`设备的时钟与本机相差不到一分钟（${by}）`)
}

/** By what an event is known that came again, however it is named; null of what may be told often. */
const event = ({ message, happening }: Heard): string | null =>
  message?.kind === 'fault'
    ? `${happening} ${message.body.at}`
    : message?.kind === 'report'
      ? null
      : happening

export function ids({ journal }: Evidence): Judgement {
  const named = journal.messages.filter(
    ({ id, channel }) => id !== null && channel !== null && channel !== 'ack',
  )
  const byId = new Map<string, Heard>()
  const byEvent = new Map<string, Heard>()
  const fault = firstFault(named, one => {
    const same = byId.get(one.id ?? '')
    byId.set(one.id ?? '', same ?? one)
    if (same !== undefined && (same.channel !== one.channel || same.happening !== one.happening))
      return `${timeOf(one.at)} 的报文用了 ${timeOf(same.at)} 另一条的 id`
    const told = event(one)
    if (told === null) return null
    const before = byEvent.get(told)
    byEvent.set(told, before ?? one)
    return before !== undefined && before.id !== one.id
      ? `${timeOf(one.at)} 又发了 ${timeOf(before.at)} 的报文，id 却变了`
      : null
  })
  return judged(named.length, fault, { untested: nothing, passed: `${byId.size} 个 id 各不相同` })
}

export function order({ journal }: Evidence): Judgement {
  const events = heardOf(journal, 'start', 'end', 'fault')
  const told = firstFault(events, ({ at, message }, index) => {
    const before = events[index - 1]
    return before !== undefined && message.at < before.message.at - orderSlack
      ? `${timeOf(at)} 收到的事件比它前一条发生得早`
      : null
  })
  const again = journal.messages.filter(one => one.first !== null && one.first.line !== one.line)
  const repeated = firstFault(again, ({ at, line, first }, index) => {
    const before = again[index - 1]
    return before?.line === line && (first?.at ?? 0) < (before.first?.at ?? 0)
      ? `${timeOf(at)} 补发的报文与原来的先后不同`
      : null
  })
  return judged(events.length + again.length, told ?? repeated, {
    untested: '还没有收到事件或补发的报文',
    passed: `${events.length} 个事件、${again.length} 条补发的报文都按先后发送`,
  })
}

export function sendsAgain({ journal, times, now }: Evidence): Judgement {
  const owed = journal.messages.filter(one => one.withheld && one.first === null && one.line.end !== null)
  let waiting = 0
  const fault = firstFault(owed, one => {
    const again = journal.messages.find(other => other.first === one && other.line !== one.line)
    if (again !== undefined)
      return again.text === one.text
        ? null
        : `${timeOf(again.at)} 补发的报文与 ${timeOf(one.at)} 的 id 相同，内容却变了`
    const back = journal.lines.find(
      line => line.at > one.at && (line.end?.at ?? now) - line.at >= times.resend,
    )
    if (back === undefined) waiting += 1
    return back && `${timeOf(one.at)} 发到 ${one.topic} 的报文没有被确认，重连后却没有补发`
  })
  return judged(owed.length - waiting, fault, {
    untested: '还没有未被确认的报文',
    passed: `未被确认的 ${owed.length} 条在重连后都原样补发了`,
  })
}

export function nothingTwice({ journal, times }: Evidence): Judgement {
  const acknowledged = journal.messages.filter(one => one.acknowledgedAt !== null)
  const again = journal.messages.filter(one => one.first !== null && one.channel !== 'ack')
  const fault = firstFault(again, one => {
    const before = acknowledged.find(
      other => (other === one.first || other.first === one.first) && other.at < one.at,
    )
    if (before === undefined) return null
    const { end } = before.line
    // what was acknowledged right before the line broke may not know it
    const isSure = end === null || end.at - (before.acknowledgedAt ?? 0) >= times.uncertain
    return isSure ? `${timeOf(before.at)} 的报文已经确认，${timeOf(one.at)} 又发了一次` : null
  })
  if (fault === undefined && journal.lines.length < 2) return untested('还没有重连过')
  return judged(acknowledged.length, fault, {
    untested: nothing,
    passed: `确认过的 ${acknowledged.length} 条都没有再发`,
  })
}
