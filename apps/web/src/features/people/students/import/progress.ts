import type { ImportJob } from './importJob.ts'

const labels: Partial<Record<ImportJob['phase'], string>> = {
  reading: '正在读取',
  checking: '正在检查',
  taking: '正在导入',
  stopping: '正在停止',
}

/** How far a file is in what is being done with it, in whole percent; null where nothing is. */
export function progressOf({ phase, good, sent }: ImportJob): { label: string; percent: number } | null {
  const label = labels[phase]
  if (label === undefined) return null
  return { label, percent: good.length === 0 ? 0 : Math.floor((sent / good.length) * 100) }
}
