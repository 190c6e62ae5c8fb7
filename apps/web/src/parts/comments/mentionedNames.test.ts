import { expect, test } from 'vitest'
import { mentionedIn, partsOf } from './mentionedNames.ts'

const zhang = { memberId: 1, name: '张三' }
const zhangFeng = { memberId: 2, name: '张三丰' }

test('who was chosen and is still named is mentioned, once', () => {
  expect(mentionedIn('@张三 看一下', [zhang, zhangFeng, zhang])).toEqual([zhang])
  expect(mentionedIn('张三 看一下', [zhang])).toEqual([])
})

test('a text is cut at the names that it mentions, the longest first, and nothing of it is lost', () => {
  const cut = partsOf('请@张三丰 和@张三看，a@b', [zhang, zhangFeng])
  expect(cut.filter(({ isName }) => isName).map(({ text }) => text)).toEqual(['@张三丰', '@张三'])
  expect(cut.map(({ text }) => text).join('')).toBe('请@张三丰 和@张三看，a@b')
  expect(new Set(cut.map(({ key }) => key)).size).toBe(cut.length)
  expect(partsOf('', [zhang])).toEqual([])
})
