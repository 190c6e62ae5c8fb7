import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const script = fileURLToPath(new URL('check-commits.mjs', import.meta.url))
let home
let clone
/** Nothing of whoever runs the test: no name, no hooks, no repository around. */
const env = {
  PATH: process.env.PATH,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
}

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: clone, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout.trim()
}

const commit = subject => git('commit', '--allow-empty', '-m', subject)

function check(folder = clone, changed = {}) {
  const options = { env: { ...env, ...changed }, encoding: 'utf8' }
  const { status, stdout } = spawnSync(process.execPath, [script, folder], options)
  return { code: status, lines: stdout.split('\n').filter(line => line !== '') }
}

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'drivesim-commits-'))
  env.HOME = home
  clone = join(home, 'clone')
  spawnSync('git', ['init', '-b', 'main', clone], { env })
  commit('What was said before the rule, in a sentence that is much longer than it allows')
  writeFileSync(join(clone, '.commits-since'), `${git('rev-parse', '--short', 'HEAD')}\n`)
})
afterEach(() => rmSync(home, { recursive: true }))

test('areas, one or several, merges and reverts are taken', () => {
  commit('orders, bills: say who pays')
  commit(`渠道对账: ${'差'.repeat(66)}`)
  writeFileSync(join(clone, 'file'), '')
  git('add', 'file')
  commit(`orders: ${'x'.repeat(64)}`)
  git('revert', '--no-edit', 'HEAD')
  git('revert', '--no-edit', 'HEAD')
  git('checkout', '-b', 'side', 'HEAD~1')
  commit('docs: say how')
  git('merge', '--no-ff', '-m', 'Merge what was made beside it', 'main')
  expect(check()).toEqual({ code: 0, lines: [] })
})

test.each([
  ['The list: what it shows', ['的说明应写成“area: what changed”']],
  ['orders:no space', ['的说明应写成“area: what changed”']],
  ['wip', ['的说明应写成“area: what changed”']],
  [`orders: ${'x'.repeat(65)}`, ['的说明有 73 个字符，最多 72 个']],
  ['y'.repeat(80), ['的说明应写成“area: what changed”', '的说明有 80 个字符，最多 72 个']],
])('%s is refused', (subject, complaints) => {
  commit(subject)
  const made = git('rev-parse', '--short', 'HEAD')
  expect(check()).toEqual({ code: 1, lines: complaints.map(words => `${made} ${words}：${subject}`) })
})

test('where the history is not there, one sentence says so', () => {
  commit('wip')
  const shallow = join(home, 'shallow')
  spawnSync('git', ['clone', '--depth', '1', pathToFileURL(clone).href, shallow], { env })
  const since = join(clone, '.commits-since')
  spawnSync('cp', [since, shallow])
  expect(check(shallow)).toEqual({ code: 0, lines: ['这是浅克隆，没有检查提交说明'] })
  spawnSync('cp', [since, home])
  expect(check(home)).toEqual({ code: 0, lines: ['这个文件夹不是 git 能读的仓库，没有检查提交说明'] })
  expect(check(clone, { PATH: home })).toEqual({ code: 0, lines: ['这台机器没有 git，没有检查提交说明'] })
  writeFileSync(since, '0123456789\n')
  expect(check()).toEqual({ code: 0, lines: ['历史中没有提交 0123456789，没有检查提交说明'] })
})
