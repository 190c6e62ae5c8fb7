import { expect, it } from 'vitest'
import { parseRecent, withRecent } from './recentRules.ts'
import { type KeyedTab, type TabEntry, tabKey } from './tabRules.ts'

const keyOf = ({ params, query, name }: TabEntry) => tabKey({ name, identifies: ['id'] }, { params, query })
const page = (name: string, query: Record<string, string> = {}, record?: string): KeyedTab => {
  const entry = { name, params: {}, query, meta: { title: name, ...(record !== undefined && { record }) } }
  return { ...entry, key: keyOf(entry) }
}
const visit = (...pages: KeyedTab[]) =>
  pages.reduce((recent, page) => withRecent(recent, page, keyOf), parseRecent(null))
const names = (recent: readonly TabEntry[]) => recent.map(({ name, query }) => name + (query.id ?? ''))

it('the latest page is first, each once, home never, and no more than ten', () => {
  expect(
    names(visit(page('a'), page('home'), page('b', { id: '1' }), page('b', { id: '2' }), page('a'))),
  ).toEqual(['a', 'b2', 'b1'])
  expect(visit(...Array.from({ length: 12 }, (_, id) => page('a', { id: String(id) })))).toHaveLength(10)
})

it('a page is remembered as it was seen last, with its name once that is known', () => {
  const first = visit(page('a', { id: '1', act: 'add' }))
  const later = withRecent(first, page('a', { id: '1' }, '粤A0001'), keyOf)
  expect(later).toEqual([
    { name: 'a', params: {}, query: { id: '1' }, meta: { title: 'a', record: '粤A0001' } },
  ])
  expect(withRecent(later, page('a', { id: '1' }, '粤A0001'), keyOf)).toBe(later)
})

it('anything else that is stored is no list', () => {
  for (const stored of [null, '', '{', '{"a":1}', '[1,{"name":2}]']) expect(parseRecent(stored)).toEqual([])
})
