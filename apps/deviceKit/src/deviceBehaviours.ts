import type { Given, Heard, Journal, Line } from './journal.ts'
import {
  type Evidence,
  firstFault,
  type HeardOf,
  heardOf,
  type Judgement,
  judged,
  reportsOf,
  seconds,
  timeOf,
  untested,
} from './judgement.ts'

/** Whole seconds are written of times that have thousandths. Milliseconds. */
const wholeSecond = 1_000
/** What a start's own time and what its end says of it may differ by. Milliseconds. */
const sameStart = 2_000

export function sequence({ journal }: Evidence): Judgement {
  let longest = 0
  let count = 0
  const fault = firstFault(journal.lines, line => {
    const own = reportsOf(journal, line)
    longest = Math.max(longest, own.length)
    count += own.length
    const wrong = own.findIndex(({ message }, index) => message.body.seq !== index)
    const one = own[wrong]
    return one && `${timeOf(one.at)} 的 seq 应为 ${wrong}，现在是 ${one.message.body.seq}`
  })
  return judged(longest > 1 ? count : 0, fault, {
    untested: '同一次连接里还没有收到两条状态',
    passed: `${count} 条状态的 seq 在每次连接里都从 0 起逐一加 1`,
  })
}

export function heartbeat({ journal, times, now }: Evidence): Judgement {
  const most = times.heartbeat + times.heartbeatSlack
  const fault = firstFault(journal.lines, line => {
    const reports = heardOf(journal, 'report').filter(one => one.line === line)
    const moments = [line.at, ...reports.map(one => one.at), line.end?.at ?? now]
    const late = moments.findIndex((at, index) => at - (moments[index - 1] ?? at) > most)
    const [from = 0, to = 0] = [moments[late - 1], moments[late]]
    return late > 0 ? `${timeOf(from)} 之后 ${seconds(to - from)}没有上报状态` : null
  })
  const observed = journal.lines.filter(line => (line.end?.at ?? now) - line.at > most)
  if (fault === undefined && observed.length > 0 && !journal.lines.some(line => saysTheSame(journal, line)))
    return untested(`设备一直有变化，看不出没有变化时是否也上报：请让它空闲 ${seconds(most)}`)
  return judged(observed.length, fault, {
    untested: `还没有一次连接持续 ${seconds(most)}`,
    passed: `每 ${seconds(times.heartbeat)}之内都有状态`,
  })
}

/** Whether a connection has a report for which nothing but the time was a reason. */
const saysTheSame = (journal: Journal, line: Line): boolean =>
  reportsOf(journal, line).some(({ message: { body } }, index, all) => {
    const before = all[index - 1]?.message.body
    return before?.activity === body.activity && before.health === body.health
  })

/** What a report has to say after what the device told before it. */
interface Expected {
  readonly event: HeardOf<'start' | 'end' | 'fault'>
  readonly fact: 'activity' | 'health'
  readonly value: string
}

export function tellsChanges(evidence: Evidence): Judgement {
  const { journal, times, now } = evidence
  const due = expectedReports(journal).filter(({ event }, index, all) => {
    const until = event.at + times.change
    const isOver = (event.line.end?.at ?? now) >= until && now >= until
    const next = all.slice(index + 1).find(one => one.fact === all[index]?.fact)
    return isOver && (next === undefined || next.event.at >= until)
  })
  const reports = heardOf(journal, 'report')
  const fault = firstFault(due, ({ event, fact, value }) => {
    const newest = reports.findLast(one => one.at <= event.at + times.change)
    return newest?.message.body[fact] === value
      ? null
      : `${timeOf(event.at)} 的事件之后 ${seconds(times.change)}内没有上报 ${fact} 为 ${value}`
  })
  return judged(due.length, fault, {
    untested: '还没有看到训练或故障的开始和结束',
    passed: `${due.length} 次变化都及时上报了状态`,
  })
}

function expectedReports(journal: Journal): Expected[] {
  const open = new Set<string>()
  return heardOf(journal, 'start', 'end', 'fault').flatMap((event): Expected[] => {
    const { message } = event
    if (message.kind === 'start') return [{ event, fact: 'activity', value: 'training' }]
    if (message.kind === 'end') return [{ event, fact: 'activity', value: 'idle' }]
    if (message.kind !== 'fault') return []
    if (message.body.event === 'raised') {
      open.add(message.body.code)
      return [{ event, fact: 'health', value: 'fault' }]
    }
    // one that was open before the examination began may hide others
    return open.delete(message.body.code) && open.size === 0 ? [{ event, fact: 'health', value: 'ok' }] : []
  })
}

export function sessions(evidence: Evidence): Judgement {
  const { journal } = evidence
  const starts = heardOf(journal, 'start')
  const ends = heardOf(journal, 'end')
  const unended = firstFault(starts, start => unendedFault(evidence, start))
  const odd = firstFault(ends, end => endFault(end, starts))
  return judged(ends.length, unended ?? odd, {
    untested: starts.length > 0 ? '训练还没有结束' : '还没有看到训练',
    passed: `${ends.length} 次训练的结束都与开始相符`,
  })
}

function unendedFault({ journal, times, now }: Evidence, start: HeardOf<'start'>): string | null {
  const { sessionId } = start.message.body
  if (journal.messages.some(({ message: m }) => m?.kind === 'end' && m.body.sessionId === sessionId))
    return null
  if (heardOf(journal, 'start').some(other => other.at > start.at))
    return `${timeOf(start.at)} 开始的训练没有结束，就开始了下一次`
  const reports = heardOf(journal, 'report').filter(one => one.at > start.at)
  const trained = reports.findIndex(one => one.message.body.activity === 'training')
  const idle = reports.find(
    ({ message, at, line }, index) =>
      trained >= 0 &&
      index > trained &&
      message.body.activity === 'idle' &&
      (line.end?.at ?? now) - at >= times.settle,
  )
  return idle === undefined
    ? null
    : `${timeOf(start.at)} 开始的训练没有结束的消息，${timeOf(idle.at)} 设备却已空闲`
}

function endFault({ at, message }: HeardOf<'end'>, starts: readonly HeardOf<'start'>[]): string | null {
  const { body, startedAt } = message
  const when = `${timeOf(at)} 结束的训练`
  const length = startedAt === null ? null : message.at - startedAt
  if (length !== null && (body.effectiveSeconds ?? 0) * 1000 > length + wholeSecond)
    return `${when}：有效时长 ${body.effectiveSeconds} 秒比训练本身（${seconds(length)}）还长`
  const late = body.errors.find(one => length !== null && (one.atSecond ?? 0) * 1000 > length + wholeSecond)
  if (late !== undefined) return `${when}：扣分项在第 ${late.atSecond} 秒，训练只有 ${seconds(length ?? 0)}`
  const start = starts.find(one => one.message.body.sessionId === body.sessionId)
  if (start === undefined) return null
  const { studentId, moduleId } = start.message.body
  if (studentId !== body.studentId) return `${when}：学员由 ${studentId} 变成了 ${body.studentId}`
  if (moduleId !== body.moduleId) return `${when}：模块由 ${moduleId} 变成了 ${body.moduleId}`
  return startedAt !== null && Math.abs(startedAt - start.message.at) > sameStart
    ? `${when}：startedAt 与开始的消息相差 ${seconds(Math.abs(startedAt - start.message.at))}`
    : null
}

export function faults({ journal, times, now }: Evidence): Judgement {
  const told = heardOf(journal, 'fault')
  const raised = told.filter(one => one.message.body.event === 'raised')
  let cleared = 0
  const fault = firstFault(raised, one => {
    const { code } = one.message.body
    const end = told.find(
      ({ at, message: { body } }) => at > one.at && body.event === 'cleared' && body.code === code,
    )
    cleared += end === undefined ? 0 : 1
    const reports = heardOf(journal, 'report').filter(({ at }) => at > one.at)
    const ill = reports.findIndex(({ message }) => message.body.health === 'fault')
    const well = reports.find(
      ({ at, message }, index) =>
        ill >= 0 && index > ill && message.body.health === 'ok' && now - at >= times.settle,
    )
    return end === undefined && well !== undefined
      ? `${timeOf(one.at)} 的故障 ${code} 没有恢复（cleared）的消息，${timeOf(well.at)} 健康却已正常`
      : null
  })
  return judged(cleared, fault, {
    untested: raised.length > 0 ? '故障还没有恢复' : '还没有看到故障',
    passed: `${cleared} 次故障都有恢复的消息`,
  })
}

const acks = (journal: Journal) =>
  journal.messages.flatMap(heard =>
    heard.message?.kind === 'ack' ? [{ heard, body: heard.message.body }] : [],
  )

const answersTo = (journal: Journal, { command }: Given) =>
  acks(journal).filter(({ body }) => body.id === command.id)

/** While a command that was sent twice is dealt with, odd answers are about it. */
const isAboutTwice = (journal: Journal, { at }: Heard) =>
  journal.commands.findLast(one => one.at <= at)?.kind === 'twice'

export function answers({ journal, times, now }: Evidence): Judgement {
  const given = journal.commands.filter(({ kind }) => kind === 'plain' || kind === 'restart')
  let waiting = 0
  const fault = firstFault(given, one => {
    const [first] = answersTo(journal, one)
    const until = one.at + times.commandLife
    if (first === undefined && now < until) waiting += 1
    if (first === undefined)
      return now < until ? null : `${timeOf(one.at)} 的命令 ${one.command.command} 没有得到回复`
    return first.heard.at > until
      ? `${timeOf(one.at)} 的命令过了 ${seconds(first.heard.at - one.at)}才得到回复`
      : null
  })
  const stray = firstFault(acks(journal), ({ heard, body }) =>
    journal.commands.some(one => one.command.id === body.id) || isAboutTwice(journal, heard)
      ? null
      : `${timeOf(heard.at)} 的回复 id 是 ${body.id}，没有这样的命令`,
  )
  return judged(given.length - waiting, stray ?? fault, {
    untested: '还没有下发命令',
    passed: `${given.length - waiting} 条命令都得到了回复`,
  })
}

export function onceOnly({ journal, times, now }: Evidence): Judgement {
  const twice = journal.commands.filter(({ kind, at }) => kind === 'twice' && now >= at + times.settle)
  const fault = firstFault(twice, one => {
    const own = answersTo(journal, one)
    const stray = acks(journal).find(
      ({ heard, body }) => isAboutTwice(journal, heard) && body.id !== one.command.id && heard.first === null,
    )
    if (stray !== undefined) return `同一条命令到了两次，其中一次的回复 id 是 ${stray.body.id}，不是命令的`
    if (own.length === 0) return '同一条命令到了两次，没有得到回复'
    return own.some(({ heard }) => heard.text !== own[0]?.heard.text)
      ? '同一条命令到了两次，两次的回复不一样：设备可能执行了两次'
      : null
  })
  return judged(twice.length, fault, {
    untested: '还没有重复下发命令',
    passed: '同一条命令到了两次，只当作一条',
  })
}

export function ignoresExpired({ journal, times, now }: Evidence): Judgement {
  const expired = journal.commands.filter(({ kind }) => kind === 'expired')
  const fault = firstFault(expired, one => {
    const [answer] = answersTo(journal, one)
    return answer && `${timeOf(one.at)} 下发的命令早已过期，设备仍在 ${timeOf(answer.heard.at)} 回复`
  })
  if (fault === undefined && expired.some(({ at }) => now < at + times.settle)) return untested('还在等')
  return judged(expired.length, fault, { untested: '还没有下发过期的命令', passed: '过期的命令没有执行' })
}
