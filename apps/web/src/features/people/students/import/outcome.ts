import { number } from '../../../../ui/format.ts'
import type { ImportJob } from './importJob.ts'

/** How what became of a file looks: what was imported is a success, whatever rows were left out on purpose. */
export function toneOf({
  phase,
  refused,
}: Pick<ImportJob, 'phase' | 'refused'>): 'success' | 'info' | 'warning' | 'error' {
  if (phase === 'failed') return 'error'
  if (phase === 'done') return 'success'
  return phase === 'stopped' || refused.length > 0 ? 'warning' : 'info'
}

/** What became of a file, in one sentence. */
export function sentenceOf({ phase, fileName, good, refused, sent, taken }: ImportJob): string {
  const left = number(good.length - sent)
  switch (phase) {
    case 'failed':
      return `“${fileName}”没有导入`
    case 'done':
      return refused.length === 0
        ? `已导入 ${number(taken)} 名学员`
        : `已导入 ${number(taken)} 名学员，另外 ${number(refused.length)} 行没有通过检查，没有导入`
    case 'stopped':
      return `导入已停止：已导入的 ${number(taken)} 名保留，还有 ${left} 名没有导入`
    default:
      if (refused.length === 0) return `${left} 名学员都可以导入`
      return `${left} 名可以导入，${number(refused.length)} 行没有通过检查`
  }
}
