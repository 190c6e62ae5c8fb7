import type { ImportJob } from './importJob.ts'

const words: Partial<Record<ImportJob['phase'], string>> = {
  reading: '正在读取',
  checking: '正在检查',
  taking: '正在导入',
  stopping: '正在停止',
}

/** How far a file is in what is being done with it, in whole percent; null where nothing is. */
export function progressOf({ phase, good, sent }: ImportJob): { word: string; percent: number } | null {
  const word = words[phase]
  if (word === undefined) return null
  return { word, percent: good.length === 0 ? 0 : Math.floor((sent / good.length) * 100) }
}
