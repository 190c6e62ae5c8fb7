// Which test files there are.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './commands.mjs'

/**
 * The test files whose path has one of the words, whatever its case and hyphens; all of them without a word.
 * @param {string[]} words
 */
export function findTests(words) {
  const wanted = words.map(plain)
  const has = path => words.length === 0 || wanted.some(word => plain(path).includes(word))
  const below = (folder, ending) =>
    readdirSync(join(root, folder), { recursive: true })
      .map(name => `${folder}/${name}`)
      .filter(path => ending.test(path) && has(path))
      .sort()
  const code = [
    'apps/server/src',
    'apps/server/test',
    'apps/web/src',
    'apps/fleet/src',
    'apps/deviceKit/src',
    'packages/contract/src',
    'scripts',
  ]
  return {
    vitest: code.flatMap(folder => below(folder, /\.test\.(tsx?|mjs)$/)),
    browser: below('e2e/tests', /\.spec\.ts$/),
    engines: below('e2e/engines', /\.spec\.ts$/),
  }
}

const plain = text => text.toLowerCase().replaceAll('-', '')
