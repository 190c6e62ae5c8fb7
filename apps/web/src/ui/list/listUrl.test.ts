import { expect, it } from 'vitest'
import { fittingPageSize, type ListView, readList, saysNothing, writeList } from './listUrl.ts'

const names = ['organId', 'stateId']
const read = (query: string, more: { prefix?: string; fitting?: number } = {}) =>
  readList(new URLSearchParams(query), { names, ...more })

it('reads filters and page out of the address; pages count from 1 there and from 0 on the wire', () => {
  expect(read('organId=7&stateId=idle&page=3&size=50')).toEqual({
    values: { organId: '7', stateId: 'idle' },
    pageNum: 2,
    pageSize: 50,
  })
})

it('starts with no filter, the first page and ten rows', () => {
  expect(read('')).toEqual({ values: {}, pageNum: 0, pageSize: 10 })
})

it.each([
  'page=0',
  'page=-1',
  'page=x',
  'page=1e9',
  'page=99999999999999',
  'size=0',
  'size=101',
  'size=ten',
  'organId=%20',
])('opens the list all the same with %s', query => {
  expect(read(query)).toEqual({ values: {}, pageNum: 0, pageSize: 10 })
})

it('ignores what is not its own, and keeps it when it writes', () => {
  const search = new URLSearchParams('simulatorId=5&organId=7&page=2')
  expect(read(search.toString()).values).toEqual({ organId: '7' })
  const next = writeList(search, { names }, { values: { stateId: 'fault' }, pageNum: 0, pageSize: 10 })
  expect(next.toString()).toBe('simulatorId=5&stateId=fault')
})

it('keeps two lists on one page apart by their prefixes', () => {
  const search = writeList(
    new URLSearchParams('page=4'),
    { names, prefix: 'faults.' },
    { values: { organId: '1' }, pageNum: 1, pageSize: 20 },
  )
  expect(search.toString()).toBe('page=4&faults.organId=1&faults.page=2&faults.size=20')
  expect(read(search.toString(), { prefix: 'faults.' })).toEqual({
    values: { organId: '1' },
    pageNum: 1,
    pageSize: 20,
  })
})

it('reads the order, and refuses nonsense', () => {
  expect(read('sort=-carNum').sort).toEqual({ field: 'carNum', order: 'descend' })
  expect(read('sort=carNum').sort).toEqual({ field: 'carNum', order: 'ascend' })
  expect(read('sort=a%20b').sort).toBeUndefined()
})

it('reads back whatever it writes', () => {
  const view: ListView = {
    values: { organId: '12', stateId: 'offline' },
    sort: { field: 'carNum', order: 'descend' },
    pageNum: 30,
    pageSize: 100,
    viewId: 12,
  }
  expect(readList(writeList(new URLSearchParams(), { names }, view), { names })).toEqual(view)
})

it.each([
  [384, 10],
  [768, 10],
  [1080, 20],
  [1440, 20],
  [2160, 50],
])('fills a window %i px high with %i rows', (height, rows) => {
  expect(fittingPageSize(height)).toBe(rows)
})

it('says the size in the address where another window would show another page', () => {
  const written = (view: Partial<ListView>) =>
    writeList(
      new URLSearchParams(),
      { names, fitting: 20 },
      { values: {}, pageNum: 0, pageSize: 20, ...view },
    ).toString()
  expect(read('', { fitting: 20 }).pageSize).toBe(20)
  expect(written({})).toBe('')
  expect(written({ pageSize: 10 })).toBe('size=10')
  expect(written({ pageNum: 2 })).toBe('page=3&size=20')
})

it.each([
  ['', true],
  ['tab=lines&stateId=', true],
  ['faults.view=3', true],
  ['view=3', false],
  ['stateId=idle', false],
  ['page=2', false],
  ['sort=-carNum', false],
])('knows whether "%s" says anything about the list', (query, nothing) => {
  expect(saysNothing(new URLSearchParams(query), { names })).toBe(nothing)
})
