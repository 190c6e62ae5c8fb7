import { expect, test } from 'vitest'
import { nothingToChoose } from './options.ts'

test('an empty select box says that there is nothing only when it was told so', () => {
  const none = '该驾校还没有教室'
  expect(nothingToChoose({ isPending: true, error: null }, none)).toBe('正在加载')
  expect(nothingToChoose({ isPending: false, error: new Error('网络连接失败') }, none)).toBe('网络连接失败')
  expect(nothingToChoose({ isPending: false, error: null }, none)).toBe(none)
})
