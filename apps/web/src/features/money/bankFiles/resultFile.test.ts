import { ownBankTemplate } from '@drivesim/contract/money/bankTemplates'
import { expect, test } from 'vitest'
import { resultOf } from './resultFile.ts'

const bank = {
  ...ownBankTemplate,
  requestNoTitle: '用途',
  outcomeTitle: '处理状态',
  paidWords: '交易成功',
  reasonTitle: null,
}

test('a result is found below what the bank writes above it, by the titles of its template', () => {
  const cells = [
    ['批量转账结果', '', ''],
    ['账号', '用途', '处理状态'],
    ['6222081234567890\t', '结算款 FS00000012', '交易成功'],
    ['6222081234567891', 'FS00000013', '户名不符'],
    ['6222081234567892', 'FS00000014', ''],
    ['合计', '', '3'],
  ]
  expect(resultOf(cells, bank)).toEqual({
    rows: [
      { requestNo: 'FS00000012', outcome: 'paid' },
      { requestNo: 'FS00000013', outcome: 'failed', reason: '户名不符' },
    ],
    undecided: 1,
  })
})

test('what is no result says what is missing', () => {
  expect(() => resultOf([['账号', '金额']], bank)).toThrow('用途、处理状态')
  expect(() => resultOf([['申请单号', '结果']], ownBankTemplate)).toThrow('没有付款结果')
  const many = Array.from({ length: 501 }, (_, n) => [`FS${String(n).padStart(8, '0')}`, '成功'])
  expect(() => resultOf([['申请单号', '结果'], ...many], ownBankTemplate)).toThrow('500')
})
