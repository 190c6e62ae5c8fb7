import { expect, test } from 'vitest'
import type { ArticleEntry } from '../../ui/help/node.ts'
import { searchArticles } from './searchArticles.ts'

const article = (
  slug: string,
  kind: ArticleEntry['kind'],
  title: string,
  headings: string[] = [],
  also: string[] = [],
): ArticleEntry => ({
  slug,
  kind,
  title,
  routes: [],
  tabs: [],
  access: [],
  platform: false,
  also,
  headings: headings.map(words => ({ title: words, anchor: words })),
  why: [],
})
const articles = [
  article('student-list', 'screen', '学员列表', ['用来做什么', '怎么做', '新增学员', '导入学员']),
  article('recharge-orders', 'screen', '充值订单', ['怎么做', '退款', '为什么退款要审批']),
  article('refund-a-student', 'task', '学员退款', ['怎么做'], ['退费']),
]
const terms = [{ word: '押金', sentence: '驾校按合同交的钱。', also: ['保证金'] }]
const sections = {
  'refund-a-student': [{ anchor: '怎么做', text: '前台：点「退款」，要填单价和退学的日期。' }],
  'recharge-orders': [{ anchor: '退款', text: '点「撤回退款」。退学的也一样。' }],
}
const found = (typed: string) => searchArticles(typed, { articles, terms, sections })
const titles = (typed: string) => found(typed).map(({ title }) => title)

test('a question finds the task first, then sections', () => {
  expect(titles('怎么退款')).toEqual(['学员退款', '退款', '为什么退款要审批'])
  expect(titles('如何给学员退款？')[0]).toBe('学员退款')
})

test('a word of the glossary is found by its other names; what each article has is not', () => {
  expect(titles('保证金')).toEqual(['押金'])
  expect(titles('怎么做')).toEqual([])
  expect(titles('xyz')).toEqual([])
})

test('by what people call it who do not know its name', () => {
  expect(titles('怎么退费')).toEqual(['学员退款'])
})

test('a word that is in no heading is found where it stands, and a section once', () => {
  expect(found('撤回退款')[0]).toMatchObject({ slug: 'recharge-orders', anchor: '退款', title: '退款' })
  expect(titles('退学')).toEqual(['学员退款', '退款'])
  expect(found('退款').filter(({ anchor }) => anchor === '退款')).toHaveLength(1)
})
