import { checklistItem } from '@drivesim/contract/operations/inspections/checklists'
import { describe, expect, it } from 'vitest'
import { answerWords, boundWords } from './answers.ts'

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
