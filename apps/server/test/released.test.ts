import { readFileSync } from 'node:fs'
import * as domains from '@drivesim/contract/domains'
import { breaches, shapesOf } from '@drivesim/contract/shapes'
import { expect, test } from 'vitest'

/** What is taken back on purpose, after a release in which nothing of ours used it: the sentence, and why. */
const takenBack: Readonly<Record<string, string>> = {}

test('the calls keep what the last release has promised: programs of both work beside each other', () => {
  const { calls } = JSON.parse(
    readFileSync(new URL('../../../packages/contract/released.json', import.meta.url), 'utf8'),
  )
  expect(breaches(calls, shapesOf(domains))).toEqual(Object.keys(takenBack))
})
