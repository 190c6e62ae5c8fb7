import { expect, it } from 'vitest'
import { beginTrail, isEnd, neighbourRecord, type Trail, takeTrail } from './trail.ts'

/** Pages of two. */
const trailOver = (rows: string[], pageNum: number): Trail => {
  const pageAt = (at: number) => ({
    paths: rows.slice(at * 2, at * 2 + 2),
    hasNext: rows.length > at * 2 + 2,
  })
  return { ...pageAt(pageNum), pageNum, read: async at => pageAt(at) }
}
const pathBeside = async (trail: Trail, path: string, step: 1 | -1) =>
  (await neighbourRecord(trail, path, step))?.path

it('leads from row to row and over the border of the page, to both ends', async () => {
  const trail = trailOver(['a', 'b', 'c'], 0)
  expect(await pathBeside(trail, 'a', 1)).toBe('b')
  const over = await neighbourRecord(trail, 'b', 1)
  expect(over).toMatchObject({ path: 'c', trail: { pageNum: 1, paths: ['c'], hasNext: false } })
  expect(await pathBeside(over?.trail ?? trail, 'c', -1)).toBe('b')
  expect([isEnd(trail, 'a', -1), isEnd(trail, 'a', 1), isEnd(trail, 'b', 1)]).toEqual([true, false, false])
  expect(over && isEnd(over.trail, 'c', 1)).toBe(true)
})

it('shows no row twice that moved over the border meanwhile, and ends where rows have gone', async () => {
  const shiftedTrail = { ...trailOver(['new', 'a', 'b', 'c'], 0), paths: ['a', 'b'] }
  expect(await pathBeside(shiftedTrail, 'b', 1)).toBe('c')
  const gone = { ...trailOver(['a', 'b'], 0), hasNext: true }
  expect(await neighbourRecord(gone, 'b', 1)).toBeNull()
})

it('is taken once, by the record that it was begun for', () => {
  const trail = trailOver(['a', 'b'], 0)
  beginTrail({ path: 'a', trail })
  expect(takeTrail('b')).toBeNull()
  expect(takeTrail('a')).toEqual({ path: 'a', trail })
  expect(takeTrail('a')).toBeNull()
})
