import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeSbom } from './lib/sbom.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const lock = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'))
const foreign = Object.entries(lock.packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
  .map(([path, entry]) => ({ name: entry.name ?? path.split('node_modules/').at(-1), ...entry }))

/** What we may pass on with the program, and what our tools may have. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  // libvips of sharp: a library of its own that is linked when the program runs
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  // that of Python alone, which Python-2.0 contains
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])
/** Packages that say it in an older way, which npm does not put into the lockfile; read by a person. */
const read = { busboy: 'MIT', 'humanize-number': 'MIT', only: 'MIT', streamsearch: 'MIT' }

test('the bill of materials has the packages of the lockfile, with their checksums, and no others', () => {
  const sbom = makeSbom()
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'drivesim' } } })
  const entry = (name, version, sha512) => `${name}@${version} ${sha512}`
  const listed = sbom.components
    .filter(({ name }) => !name.startsWith('@drivesim/'))
    .map(({ name, version, hashes: [{ content }] }) =>
      entry(name, version, Buffer.from(content, 'hex').toString('base64')),
    )
  const locked = foreign.map(({ name, version, integrity }) =>
    entry(name, version, integrity.replace('sha512-', '')),
  )
  expect(listed.toSorted()).toEqual([...new Set(locked)].toSorted())
  expect(listed.length).toBeGreaterThan(500)
  // Made again it is the same, byte by byte.
  expect(JSON.stringify(makeSbom())).toBe(JSON.stringify(sbom))
})

test('every package comes from the registry, with a checksum', () => {
  const strange = foreign.filter(
    ({ resolved, integrity }) => resolved !== undefined || !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
  )
  expect(strange).toEqual([])
})

test('every licence is one that we may use', () => {
  const isAllowed = expression => {
    const words = expression.replaceAll(/[()]/g, '')
    if (words.includes(' OR ') && !words.includes(' AND '))
      return words.split(' OR ').some(word => allowed.has(word))
    return words.split(' AND ').every(word => allowed.has(word))
  }
  const others = foreign
    .map(({ name, license }) => ({ name, license: license ?? read[name] ?? 'unknown' }))
    .filter(({ license }) => !isAllowed(license))
  expect(others).toEqual([])
})

test('npm runs no script of others, and takes nothing that is younger than a week', () => {
  const config = key => {
    const { stdout } = spawnSync('npm', ['config', 'get', key], { cwd: root, encoding: 'utf8' })
    return stdout.trim()
  }
  expect(config('ignore-scripts')).toBe('true')
  // npm before 11.10 does not know it.
  expect(['7', 'undefined']).toContain(config('min-release-age'))
})
