import type { Remark } from '@drivesim/contract/devices/telemetry/deviceReading'
import type { DatedMessage } from '@drivesim/contract/devices/telemetry/messageDating'
import { type BehaviourName, behaviourNames, behaviours } from './behaviours.ts'
import type { Heard, Verdict } from './journal.ts'
import { type Evidence, type Judgement, timeOf } from './judgement.ts'

const stateWords = { passed: '通过', failed: '不通过', untested: '未测' } as const
const verdictWords: Record<Verdict, string> = {
  agreed: '合格',
  mended: '可接受但不规范',
  refused: '拒收',
  foreign: '拒收',
}

/** What is said of a simulator in the end; also as JSON (`--json`). */
export interface Report {
  readonly sn: string | null
  /** Of MQTT. */
  readonly protocol: string | null
  /** ISO 8601. */
  readonly from: string
  readonly to: string
  readonly counts: Record<Judgement['state'], number>
  readonly behaviours: readonly ({ readonly name: BehaviourName; readonly title: string } & Judgement)[]
  readonly messages: { readonly count: number } & Record<Verdict, number>
  /** What was wrong with messages, each thing once, as it came last. */
  readonly remarks: readonly ReportedRemark[]
}

interface ReportedRemark extends Remark {
  readonly topic: string
  readonly count: number
}

/** Things that are told at most. */
const mostRemarks = 100

export function reportOf(evidence: Evidence, from: number, only: readonly BehaviourName[]): Report {
  const { journal } = evidence
  const judged = behaviourNames
    .filter(name => only.includes(name))
    .map(name => {
      const [title, judge] = behaviours[name]
      return { name, title, ...judge(evidence) }
    })
  const count = (state: Judgement['state']) => judged.filter(one => one.state === state).length
  const verdict = (kind: Verdict) => journal.messages.filter(one => one.verdict === kind).length
  return {
    sn: journal.sn,
    protocol: journal.protocol,
    from: new Date(from).toISOString(),
    to: new Date(evidence.now).toISOString(),
    counts: { passed: count('passed'), failed: count('failed'), untested: count('untested') },
    behaviours: judged,
    messages: {
      count: journal.messages.length,
      agreed: verdict('agreed'),
      mended: verdict('mended'),
      refused: verdict('refused'),
      foreign: verdict('foreign'),
    },
    remarks: remarksOf(journal.messages),
  }
}

function remarksOf(messages: readonly Heard[]): ReportedRemark[] {
  const found = new Map<string, ReportedRemark>()
  for (const { topic, remarks } of messages)
    for (const remark of remarks) {
      const path = remark.path.replaceAll(/\[\d+\]/g, '[*]')
      const same = [topic, path, remark.problem].join(' ')
      found.set(same, { topic, ...remark, count: (found.get(same)?.count ?? 0) + 1 })
    }
  return [...found.values()].slice(0, mostRemarks)
}

/** Failed: 1; else something untested: 2; else 0. */
export const exitCodeOf = ({ counts }: Report): 0 | 1 | 2 =>
  counts.failed > 0 ? 1 : counts.untested > 0 ? 2 : 0

/** For the end of a terminal's output. */
export function textOf({ sn, protocol, behaviours: judged, counts, messages, remarks }: Report): string {
  const titleWidth = Math.max(...judged.map(one => widthOf(one.title)))
  const rows = judged.map(
    ({ name, title, state, reason }) =>
      `  ${padded(stateWords[state], 6)}  ${padded(title, titleWidth)}  ${padded(name, 12)}  ${reason}`,
  )
  const refused = messages.refused + messages.foreign
  return [
    sn === null ? '没有设备来连接' : `设备 ${sn}，MQTT ${protocol}`,
    '',
    ...rows,
    '',
    ...(remarks.length === 0 ? [] : ['报文里的问题：', ...remarks.map(remarkLine), '']),
    `通过 ${counts.passed} 项，不通过 ${counts.failed} 项，未测 ${counts.untested} 项。` +
      `报文 ${messages.count} 条：合格 ${messages.agreed}，可接受但不规范 ${messages.mended}，拒收 ${refused}。`,
  ].join('\n')
}

const remarkLine = ({ topic, path, problem, taken, count }: ReportedRemark) =>
  `  ${topic} ${path}：${problem}${taken === null ? '' : `（${taken}）`}，${count} 次`

/** A message as it comes: one line, and one more for each remark. */
export function lineOf(heard: Heard): string {
  const { at, topic, verdict, qos, retain, remarks, first, withheld, message } = heard
  const notes = [
    ...(message === null ? [] : [gistOf(message)]),
    `QoS ${qos}`,
    ...(retain ? ['保留'] : []),
    ...(first === null ? [] : ['重发']),
    ...(withheld ? ['未确认'] : []),
  ]
  const head = `${timeOf(at)}  ${padded(verdictWords[verdict], 14)}  ${topic}  ${notes.join('，')}`
  return [
    head,
    ...remarks.map(
      ({ path, problem, taken }) =>
        `${' '.repeat(14)}${path}：${problem}${taken === null ? '' : `（${taken}）`}`,
    ),
  ].join('\n')
}

function gistOf({ kind, body }: DatedMessage): string {
  switch (kind) {
    case 'report':
      return `第 ${body.seq} 号状态 ${body.activity ?? '?'} ${body.health ?? '?'}`
    case 'linkLost':
      return '告别'
    case 'start':
      return '训练开始'
    case 'end':
      return `训练结束，得分 ${body.score ?? '?'}`
    case 'fault':
      return `故障 ${body.code} ${body.event === 'raised' ? '发生' : '恢复'}`
    case 'ack':
      return body.ok ? '回复：已执行' : '回复：没有执行'
  }
}

/** Columns of a terminal: Chinese letters take two. */
const widthOf = (text: string) =>
  [...text].reduce((width, letter) => width + (/[ -~]/.test(letter) ? 1 : 2), 0)

const padded = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - widthOf(text)))
