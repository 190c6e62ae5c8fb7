import { checklistItem } from '@drivesim/contract/operations/inspections/checklists'
import { describe, expect, it } from 'vitest'
import { answerWords, boundWords, failedPoints, resultWords } from './answers.ts'

const item = (more: object) => checklistItem.parse({ key: 'a', text: '踏板力度', kind: 'number', ...more })

describe('what was found at an item, in words', () => {
  it('says a number, and that it is out of its bounds', () => {
    expect(answerWords(item({ min: 30, max: 50 }), { value: 40 })).toBe('40')
    expect(answerWords(item({ min: 30, max: 50 }), { value: 60 })).toBe('60（超出 30–50）')
  })

  it('says 通过 and 不通过, and what was not looked at', () => {
    expect(answerWords(item({ kind: 'passFail' }), { value: 'fail' })).toBe('不通过')
    expect(answerWords(item({ kind: 'passFail' }), undefined)).toBe('未填')
  })

  it('says bounds that are open at one side', () => {
    expect([boundWords(30, null), boundWords(null, 50), boundWords(null, null)]).toEqual([
      '不小于 30',
      '不大于 50',
      '',
    ])
  })
})

describe('what the checks of an order came to', () => {
  const device = (
    simulatorId: number,
    result: 'pass' | 'fail' | 'skip' | 'pending',
    answers: { key: string; value: string | number | null; picture: null }[] = [],
  ) => ({
    ...{ simulatorId, simulatorName: `${simulatorId} 号`, simulatorNum: 'A', carNum: null },
    ...{ stateId: 'idle' as const, result, answers },
  })
  const checklist = [item({ min: 30, max: 50 }), item({ key: 'b', text: '画面清晰', kind: 'passFail' })]
  const at = (key: string, value: string | number) => ({ key, value, picture: null })

  it('counts the devices, and says 未检查 only where there are such', () => {
    const devices = [device(1, 'pass'), device(2, 'pass'), device(3, 'skip')]
    expect(resultWords({ devices, checklist })).toBe('通过 2 台，不通过 0 台，跳过 1 台')
    expect(resultWords({ devices: [device(1, 'pending')], checklist })).toContain('未检查 1 台')
  })

  it('names what failed, and a device that failed at no point', () => {
    const devices = [
      device(1, 'pass', [at('a', 40)]),
      device(2, 'fail', [at('a', 60), at('b', 'fail')]),
      device(3, 'fail'),
      device(4, 'skip', [at('b', 'fail')]),
    ]
    expect(failedPoints({ devices, checklist }).map(({ name, points }) => [name, points])).toEqual([
      ['2 号', ['踏板力度：60（超出 30–50）', '画面清晰：不通过']],
      ['3 号', []],
    ])
  })
})
