import { linkLost, topics } from '@drivesim/contract/devices/telemetry/telemetry'
import type { Attempt, Journal, Line, Will } from './journal.ts'
import {
  type Evidence,
  failed,
  firstFault,
  type Judgement,
  judged,
  passed,
  reportsOf,
  seconds,
  timeOf,
  untested,
} from './judgement.ts'

/** By so much a wait has to be longer at the end of a row of attempts than at its beginning. */
const growth = 1.5
/** Of so many waits some would differ, if they were by chance. */
export const enoughWaits = 4
/** In a row, so that it is seen whether the waits grow. */
export const rowOfAttempts = 3

export function signIn({ journal }: Evidence): Judgement {
  return judged(journal.signIns, journal.signInFaults[0], {
    untested: '还没有设备来连接',
    passed: `${journal.signIns} 次登录都给出了设备编号和密钥`,
  })
}

export function will({ journal }: Evidence): Judgement {
  const fault = firstFault(journal.lines, line => {
    const wrong = willFault(line.will, journal.sn ?? '')
    if (wrong !== null) return `${timeOf(line.at)} 的连接：${wrong}`
    const said = connectionsSaid(journal, line)[0]
    const named = namedBy(line.will)
    return said === undefined || named === said
      ? null
      : `${timeOf(line.at)} 的连接：遗嘱里的 connectionId 是 ${named}，上报的却是 ${said}`
  })
  return judged(journal.lines.length, fault, {
    untested: '还没有设备来连接',
    passed: `${journal.lines.length} 次连接都带有遗嘱`,
  })
}

function willFault(will: Will | null, sn: string): string | null {
  if (will === null) return '连接时没有带遗嘱，断线要等 90 秒才会被发现'
  if (will.topic !== topics.state(sn)) return `遗嘱的主题应为 ${topics.state(sn)}，现在是 ${will.topic}`
  if (will.qos !== 1) return `遗嘱的 QoS 应为 1，现在是 ${will.qos}`
  if (!will.retain) return '遗嘱没有设为保留（retain）'
  if (namedBy(will) === null)
    return `遗嘱应为 {"connectionId":…,"online":false}，现在是 ${String(will.payload)}`
  return null
}

function namedBy(will: Will | null): string | null {
  try {
    return linkLost.safeParse(JSON.parse(String(will?.payload))).data?.connectionId ?? null
  } catch {
    // no JSON: the sentence above shows what it is
    return null
  }
}

export function subscribes({ journal, times, now }: Evidence): Judgement {
  const topic = topics.command(journal.sn ?? '')
  const tried = journal.lines.filter(line => (line.end?.at ?? now) - line.at >= times.change)
  const fault = firstFault(tried, ({ at, subscriptions }) => {
    const own = subscriptions.find(one => one.topic === topic)
    if (own === undefined) return `${timeOf(at)} 的连接没有订阅 ${topic}，收不到命令`
    return own.qos >= 1 ? null : `${timeOf(at)} 的连接以 QoS 0 订阅 ${topic}，命令可能丢失`
  })
  return judged(tried.length, fault, {
    untested: '还没有一次连接持续足够久',
    passed: `每次连接都以 QoS 1 订阅了 ${topic}`,
  })
}

export function connectionId({ journal }: Evidence): Judgement {
  const seen = new Map<string, Line>()
  const spoken = journal.lines.filter(line => connectionsSaid(journal, line).length > 0)
  const fault = firstFault(spoken, line => {
    const [id = '', other] = connectionsSaid(journal, line)
    if (other !== undefined) return `${timeOf(line.at)} 的连接里 connectionId 由 ${id} 变成了 ${other}`
    const before = seen.get(id)
    seen.set(id, line)
    return before && `${timeOf(line.at)} 的连接沿用了 ${timeOf(before.at)} 那次的 connectionId`
  })
  if (fault === undefined && spoken.length < 2) return untested('还没有第二次连接可以比较')
  return judged(spoken.length, fault, {
    untested: '还没有收到状态',
    passed: `${spoken.length} 次连接各有自己的 connectionId`,
  })
}

/** What a connection's reports call it. */
const connectionsSaid = (journal: Journal, line: Line): string[] => [
  ...new Set(reportsOf(journal, line).map(({ message }) => message.body.connectionId)),
]

export function reconnects({ journal, times }: Evidence): Judgement {
  if (journal.givenUp.some(how => how === 'cut' || how === 'dropped' || how === 'lost'))
    return failed(`断线后 ${seconds(times.reconnect)}内没有再连接`)
  const after = journal.attempts.filter(({ before }) => before?.how === 'cut')
  return after.length === 0 ? untested('还没有断开过') : passed(`断开 ${after.length} 次，每次都自动连了回来`)
}

const waitOf = ({ at, before }: Attempt) => (before === null ? 0 : at - before.at)

export function backOff({ journal, times }: Evidence): Judgement {
  const tries = journal.attempts.filter(({ before }) => before?.how === 'cut' || before?.how === 'dropped')
  const hasty = tries.map(waitOf).find(wait => wait < times.leastWait - times.leastWaitSlack)
  if (hasty !== undefined)
    return failed(`断线后过了 ${seconds(hasty)}就重连，至少应等 ${seconds(times.leastWait)}`)
  const row = rowAfter(journal.attempts, 'dropped')
  if (row.length < rowOfAttempts) return untested('还没有连续几次连不上')
  return grows(row, times.longWait)
    ? passed(`连不上时等待越来越久：${row.map(seconds).join('、')}`)
    : failed(`连续几次连不上，等待却没有变长：${row.map(seconds).join('、')}`)
}

/** The waits after failures of one kind in a row, with the one before them. */
function rowAfter(attempts: readonly Attempt[], how: 'dropped' | 'refused'): number[] {
  const last = attempts.findLastIndex(({ before }) => before?.how === how)
  if (last < 0) return []
  const before = attempts.slice(0, last).findLastIndex(one => one.before?.how !== how)
  return attempts.slice(before + (how === 'dropped' ? 0 : 1), last + 1).map(waitOf)
}

function grows(waits: readonly number[], longWait: number): boolean {
  const [first = 0] = waits
  return (waits.at(-1) ?? 0) >= first * growth || waits.every(wait => wait >= longWait)
}

export function jitter({ journal, times }: Evidence): Judgement {
  const waits = journal.attempts.filter(({ before }) => before?.how === 'cut').map(waitOf)
  if (waits.length < enoughWaits)
    return untested(`断开 ${enoughWaits} 次以上才能判断，现在 ${waits.length} 次`)
  const least = Math.min(...waits)
  const most = Math.max(...waits)
  const range = `${seconds(least)}到 ${seconds(most)}`
  return most - least > times.sameWait
    ? passed(`断线后的等待各不相同（${range}）`)
    : failed(`断线后的等待总是一样（${range}）：服务器重启后所有设备会同时连来，请加上随机的时间`)
}

export function refusedQuietly({ journal, times }: Evidence): Judgement {
  if (journal.givenUp.includes('refused'))
    return failed(`被拒绝后 ${seconds(times.reconnect)}内没有再连接：密钥改正后，设备应能自己恢复`)
  const row = rowAfter(journal.attempts, 'refused')
  const hasty = row.find(wait => wait < times.leastWait - times.leastWaitSlack)
  if (hasty !== undefined)
    return failed(`登录被拒绝后过了 ${seconds(hasty)}又来，至少应等 ${seconds(times.leastWait)}`)
  if (row.length < rowOfAttempts) return untested('还没有连续几次被拒绝')
  return grows(row, times.longWait)
    ? passed(`登录被拒绝后等待越来越久：${row.map(seconds).join('、')}`)
    : failed(`登录连续被拒绝，等待却没有变长：${row.map(seconds).join('、')}`)
}

export function farewell({ journal }: Evidence): Judgement {
  const left = journal.lines.filter(
    ({ end, isLeaving }) => end?.how === 'left' || (isLeaving && end?.how === 'lost'),
  )
  const fault = firstFault(left, line => {
    const end = timeOf(line.end?.at ?? 0)
    if (line.end?.how === 'lost') return `${end} 设备应命令重启，没有发 DISCONNECT 就断开了`
    const last = journal.messages.findLast(one => one.line === line && one.channel === 'state')
    if (last?.message?.kind !== 'linkLost')
      return `${end} 正常下线之前没有发 {"connectionId":…,"online":false}`
    const [said] = connectionsSaid(journal, line)
    const named = last.message.body.connectionId
    return said === undefined || said === named
      ? null
      : `${end} 的告别里 connectionId 是 ${named}，不是这次连接的`
  })
  return judged(left.length, fault, {
    untested: '设备还没有正常下线过',
    passed: `正常下线 ${left.length} 次，每次都先告别`,
  })
}
