import { type BehaviourName, behaviourNames } from './behaviours.ts'
import { type BrokerOptions, KitBroker } from './broker.ts'
import { Journal, now } from './journal.ts'
import { timeOf } from './judgement.ts'
import { type Phase, phases, type Stage } from './phases.ts'
import { lineOf, type Report, reportOf } from './report.ts'
import type { Times } from './times.ts'

export interface ExamOptions extends BrokerOptions {
  readonly times: Times
  /** Behaviours that are judged, with the phases that they need; missing: all. */
  readonly only?: readonly BehaviourName[] | undefined
  /** Ends it with what was seen until then. */
  readonly signal: AbortSignal
  readonly print: (line: string) => void
}

export interface Exam {
  /** Where the simulator connects. */
  readonly address: string
  readonly report: Promise<Report>
}

/** Listens, and examines the device that comes. @throws Error where it cannot listen there */
export async function startExam(options: ExamOptions): Promise<Exam> {
  const { times, signal, print, only = behaviourNames } = options
  const from = now()
  const journal = new Journal()
  const broker = new KitBroker(journal, options, noted =>
    print('message' in noted ? lineOf(noted.message) : `${timeOf(now())}  ${noted.sentence}`),
  )
  const address = await broker.listen()
  const report = (at: number) => reportOf({ journal, times, now: at }, from, only)
  const tick = ticker(print)
  const ended = perform({ journal, broker, times, signal, address }, wantedPhases(only), {
    print,
    phaseEnded: () => tick(report(now())),
  }).finally(() => broker.close())
  return { address, report: ended.then(report) }
}

const wantedPhases = (only: readonly BehaviourName[]) =>
  phases.filter(({ serves }, index) => index === 0 || serves.some(name => only.includes(name)))

/** Tells what was found out since it was asked last. */
function ticker(print: ExamOptions['print']) {
  const known = new Map<BehaviourName, string>()
  return ({ behaviours }: Report) => {
    const news = behaviours.filter(({ name, state }) => state !== 'untested' && known.get(name) !== state)
    const turned = news.filter(({ name, state }) => state === 'passed' && known.get(name) === 'failed')
    for (const { name, state } of news) known.set(name, state)
    const passed = news
      .filter(one => one.state === 'passed' && !turned.includes(one))
      .map(({ title }) => title)
    if (passed.length > 0) print(`  通过：${passed.join('；')}`)
    for (const { title, reason } of turned) print(`  改判为通过：${title}。${reason}`)
    for (const { title, reason } of news.filter(({ state }) => state === 'failed'))
      print(`  不通过：${title}。${reason}`)
  }
}

/** @returns when it ended: what is judged is as it was then */
async function perform(
  stage: Stage,
  wanted: readonly Phase[],
  { print, phaseEnded }: { print: ExamOptions['print']; phaseEnded: () => void },
): Promise<number> {
  const { journal, times, signal } = stage
  try {
    for (const [index, phase] of wanted.entries()) {
      print(`\n【${index + 1}/${wanted.length} ${phase.title}】${phase.says(stage)}`)
      const isSeen = await phase.run(stage)
      phaseEnded()
      if (isSeen) continue
      print('  没有等到，跳过')
      if (journal.line !== null) continue
      if (times.human !== null) {
        print('  设备没有连着，检查到此为止')
        break
      }
      print('  设备没有连着，请让它重新连接')
      await journal.until(() => journal.line !== null, null, signal)
    }
  } catch (error) {
    if (!signal.aborted) throw error
    print('\n检查提前结束')
  }
  return now()
}
