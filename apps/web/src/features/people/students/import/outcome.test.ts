import { expect, it } from 'vitest'
import type { ImportJob } from './importJob.ts'
import { sentenceOf, toneOf } from './outcome.ts'

const numbered = {
  line: 2,
  row: { userName: '张三', userPhone: '13800000001', idNumber: '', gearType: 'C1', tags: '', coachName: '' },
}
const job: ImportJob = {
  phase: 'done',
  fileName: '学员.csv',
  schoolId: 1,
  consent: undefined,
  good: [numbered],
  refused: [],
  sent: 1,
  taken: 1,
  problem: null,
}
const refused = [{ ...numbered, line: 3, reasons: ['手机号格式不正确'] }]

it('what was imported is a success, with rows left out too, which it says', () => {
  expect([toneOf(job), sentenceOf(job)]).toEqual(['success', '已导入 1 名学员'])
  const withRefused = { ...job, refused }
  expect(toneOf(withRefused)).toBe('success')
  expect(sentenceOf(withRefused)).toBe('已导入 1 名学员，另外 1 行没有通过检查，没有导入')
})

it.each([
  ['info', { phase: 'checked', refused: [] }],
  ['warning', { phase: 'checked', refused }],
  ['warning', { phase: 'stopped', refused: [] }],
  ['error', { phase: 'failed', refused }],
] as const)('%s for %j', (tone, change) => {
  expect(toneOf(change)).toBe(tone)
})
