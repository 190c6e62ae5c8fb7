import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['学员列表', 'xylb'],
  ['设备列表', 'sblb'],
  ['运行状态', 'yxzt'],
  ['首页', 'sy'],
  ['安全日志', 'aqrz'],
  ['浏览器', 'llq'],
  ['二维码', 'ewm'],
  ['本期账单 A4', 'bqzd a4'],
])('%s is %s', (text, initials) => {
  expect(initialsOf(text)).toBe(initials)
})
