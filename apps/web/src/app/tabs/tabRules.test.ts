import { describe, expect, it } from 'vitest'
import {
  type KeyedTab,
  labelOf,
  neighbourOf,
  onlyHome,
  onlyTab,
  parseTabs,
  sortTabs,
  stillOpen,
  tabKey,
  withoutSide,
  withoutTab,
  withPin,
  withRecord,
  withReplaced,
  withVisited,
} from './tabRules.ts'

const tab = (name: string, query: Record<string, string> = {}): KeyedTab => ({
  name,
  params: {},
  query,
  meta: { title: name },
  key: tabKey({ name, identifies: ['simulatorId'] }, { params: {}, query }),
})
const home = tab('home')
const list = tab('list')
const first = tab('detail', { simulatorId: '1' })
const second = tab('detail', { simulatorId: '2' })
const all = [home, list, first, second]

describe('the same tab', () => {
  it('has the same name, params and identifying query keys; filters and page number do not count', () => {
    expect(tab('detail', { simulatorId: '1', pageNum: '3' }).key).toBe(first.key)
    expect(second.key).not.toBe(first.key)
    expect(tab('other', { simulatorId: '1' }).key).not.toBe(first.key)
  })

  it('differs by path parameters, whatever their order', () => {
    const key = (params: Record<string, string>) => tabKey({ name: 'p' }, { params, query: {} })
    expect(key({ a: '1', b: '2' })).toBe(key({ b: '2', a: '1' }))
    expect(key({ a: '1' })).not.toBe(key({ a: '2' }))
  })

  it('visited again only updates its view, and keeps its record name', () => {
    const named = withRecord(all, first.key, '一号机')
    const later = withVisited(named, tab('detail', { simulatorId: '1', pageNum: '3' }))
    expect(later).toHaveLength(4)
    expect(later[2]).toMatchObject({ query: { pageNum: '3' }, meta: { record: '一号机' } })
  })
})

describe('closing', () => {
  it('keeps no page of a tab that is gone, and the same list where none is', () => {
    const keys = [list.key, home.key]
    expect(stillOpen(keys, all)).toBe(keys)
    expect(stillOpen(keys, [home, first])).toEqual([home.key])
  })

  it('leads to the right neighbour, else the left, else home', () => {
    expect(neighbourOf(all, list.key)).toBe(first)
    expect(neighbourOf(all, second.key)).toBe(first)
    expect(neighbourOf([home, list], list.key)).toBe(home)
  })

  it('never closes home', () => {
    expect(withoutTab(all, home.key)).toEqual(all)
    expect(withoutTab(all, list.key)).toEqual([home, first, second])
  })

  it('of others keeps the current one and home; of all keeps home', () => {
    expect(onlyTab(all, first.key)).toEqual([home, first])
    expect(onlyHome(all)).toEqual([home])
  })
})

describe('a tab is called', () => {
  it('by its page, and which one of its kind', () => {
    expect(labelOf(first)).toBe('detail')
    expect(withRecord(all, first.key, '粤A1234学').map(labelOf)).toContain('detail · 粤A1234学')
  })

  it('by the record alone where that says enough, once its name is known', () => {
    const device: KeyedTab = { ...first, recordAlone: true }
    expect(labelOf(device)).toBe('detail')
    expect(withRecord([device], first.key, '粤A1234学').map(labelOf)).toEqual(['粤A1234学'])
  })
})

describe('pinned', () => {
  const keys = (tabs: readonly KeyedTab[]) => tabs.map(({ key }) => key)
  const pinned = withPin(withPin(all, second.key, true), first.key, true)

  it('stands after home in the order of pinning, and behind the pinned once it is let go', () => {
    expect(keys(pinned)).toEqual(keys([home, second, first, list]))
    expect(keys(withPin(pinned, second.key, false))).toEqual(keys([home, first, second, list]))
    expect(withPin(pinned, second.key, false)[2]?.meta).toEqual(second.meta)
  })

  it('is not home', () => {
    expect(withPin(all, home.key, true)).toEqual(all)
  })

  it('stays so where it is visited and stored', () => {
    expect(withVisited(pinned, second)).toEqual(pinned)
    const { key: _, ...entry } = pinned[1] ?? home
    expect(entry.meta.pinned).toBe(true)
    expect(parseTabs(JSON.stringify([entry]))).toEqual([entry])
    expect(keys(sortTabs(pinned.toReversed()))).toEqual(keys([home, first, second, list]))
  })

  it('is spared by closing a side, not by closing others or all', () => {
    expect(keys(withoutSide(pinned, list.key, 'left'))).toEqual(keys(pinned))
    expect(keys(withoutSide(pinned, home.key, 'right'))).toEqual(keys([home, second, first]))
    expect(keys(onlyTab(pinned, list.key))).toEqual(keys([home, list]))
    expect(keys(onlyHome(pinned))).toEqual(keys([home]))
  })
})

describe('turned to another record', () => {
  const three = tab('detail', { simulatorId: '3' })
  const keys = (tabs: readonly KeyedTab[]) => tabs.map(({ key }) => key)

  it('is in the same place, with the pin', () => {
    expect(keys(withReplaced(all, first.key, three))).toEqual(keys([home, list, three, second]))
    const pinned = withReplaced(withPin(all, first.key, true), first.key, three)
    expect(pinned[1]).toMatchObject({ key: three.key, meta: { pinned: true } })
  })

  it("is that record's tab where it is open already", () => {
    expect(keys(withReplaced(all, first.key, second))).toEqual(keys([home, list, second]))
  })
})

it('closing a side keeps the tab itself, home and the other side', () => {
  expect(withoutSide(all, first.key, 'left')).toEqual([home, first, second])
  expect(withoutSide(all, list.key, 'right')).toEqual([home, list])
  expect(withoutSide(all, 'gone', 'right')).toEqual(all)
})

describe('the stored list', () => {
  it('comes back as it was written', () => {
    const { key: _, ...entry } = first
    expect(parseTabs(JSON.stringify([entry]))).toEqual([entry])
  })

  it.each([null, '', '{}', '[1,null,{"name":5}]', '[{"name":"a","params":{},"query":{"x":1},"meta":{}}]'])(
    'that is none (%s) counts as empty',
    stored => expect(parseTabs(stored)).toEqual([]),
  )
})
