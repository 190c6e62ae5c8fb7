import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { publishAssets } from './lib/publishAssets.mjs'

let home
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'drivesim-publish-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const folder = () => join(home, 'published')
const there = () => readdirSync(join(folder(), 'assets')).sort()

function publish(release, ...files) {
  const site = join(home, `site ${release}`)
  mkdirSync(join(site, 'assets'), { recursive: true })
  for (const name of files) writeFileSync(join(site, 'assets', name), name)
  return publishAssets(site, folder(), release)
}

test('three releases stay, and what they share', () => {
  expect(publish('1', 'all.js', 'one.js', 'one.js.br')).toMatchObject({ files: 3, added: 3, removed: 0 })
  expect(publish('2', 'all.js', 'two.js')).toMatchObject({ files: 2, added: 1, removed: 0 })
  publish('3', 'all.js', 'three.js')
  expect(there()).toEqual(['all.js', 'one.js', 'one.js.br', 'three.js', 'two.js'])
  expect(publish('4', 'all.js', 'four.js')).toMatchObject({ removed: 2, releases: ['2', '3', '4'] })
  expect(there()).toEqual(['all.js', 'four.js', 'three.js', 'two.js'])
})

test('a release that is published again is the newest, and takes no place of another', () => {
  for (const release of ['1', '2', '3']) publish(release, `${release}.js`)
  expect(publish('1', '1.js')).toMatchObject({ added: 0, removed: 0, releases: ['2', '3', '1'] })
  expect(publish('4', '4.js').releases).toEqual(['3', '1', '4'])
})

test('what was left unfinished goes with the next release', () => {
  publish('1', '1.js')
  writeFileSync(join(folder(), 'assets', '2.js.unfinished'), '')
  publish('2', '2.js')
  expect(there()).toEqual(['1.js', '2.js'])
})
