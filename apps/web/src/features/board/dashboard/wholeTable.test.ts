import { expect, test } from 'vitest'
import { wholeTable } from './wholeTable.ts'

const perPage = 100

/** A page of a table by schools with these values. */
function tableOf(values: readonly number[], pageNum: number) {
  const total = values.reduce((sum, value) => sum + value, 0)
  const dataList = values
    .slice(pageNum * perPage, (pageNum + 1) * perPage)
    .map((value, index) => ({ key: `${pageNum} ${index}`, value }))
  const page = { dataList, totalDataNum: values.length, hasNext: (pageNum + 1) * perPage < values.length }
  return { figure: { value: total, more: [] }, overlap: 0, total, page }
}

const before = Array.from({ length: 150 }, () => 1)
/** The first school was paid once more. */
const after = before.map((value, index) => (index === 0 ? value + 1 : value))
const sum = (rows: readonly { value: number }[]) => rows.reduce((sum, { value }) => sum + value, 0)

test('the rows add up to 合计, though a payment comes between two pages', async () => {
  const requests: number[] = []
  const { detail, rows } = await wholeTable(async pageNum => {
    requests.push(pageNum)
    return tableOf(requests.length === 1 ? before : after, pageNum)
  })
  expect(rows).toHaveLength(150)
  expect([sum(rows), detail.total]).toEqual([151, 151])
  expect(requests).toEqual([0, 1, 0, 1])
})

test('what changes all the time is not read for ever', async () => {
  let requestCount = 0
  const reading = wholeTable(async pageNum => {
    requestCount += 1
    return tableOf([...before.slice(1), requestCount], pageNum)
  })
  await expect(reading).rejects.toThrow('数据正在不断变化，请稍后再打印')
  expect(requestCount).toBe(10)
})
