import { expect, it } from 'vitest'
import { spark, sparkPoints } from './spark.ts'

const bottom = spark.height - spark.margin

it('where nothing is known the line is interrupted, and does not fall to zero', () => {
  const { runs, unended } = sparkPoints({ values: [4, 8, null, null, 2, 0], open: false })
  expect(runs.map(run => run.length)).toEqual([2, 2])
  expect(runs.flat().filter(({ y }) => y === bottom)).toHaveLength(1)
  expect(unended).toBeNull()
})

it('what has not ended stands alone, in its place', () => {
  const { runs, unended } = sparkPoints({ values: [4, 8, 1], open: true })
  expect(runs.map(run => run.length)).toEqual([2])
  expect(unended?.x).toBeCloseTo(spark.width - spark.margin)
  expect(unended?.y).toBeLessThan(bottom)
  expect(sparkPoints({ values: [4, 8, null], open: true }).unended).toBeNull()
})

it('nothing but gaps, or zeros, is drawn without a fault', () => {
  expect(sparkPoints({ values: [null, null], open: true })).toEqual({ runs: [], unended: null })
  expect(sparkPoints({ values: [0, 0], open: false }).runs).toEqual([
    [
      { x: spark.margin, y: bottom },
      { x: spark.width - spark.margin, y: bottom },
    ],
  ])
})
