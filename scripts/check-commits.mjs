// How commits are called: `area: what changed` in at most 72 characters, for those after the one in .commits-since. One line per
// violation, exit code 1 if there is one. Merges and reverts keep the words that git gave them; the mood of the verb is left to
// readers. `node scripts/check-commits.mjs <folder>` looks at another clone.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/commands.mjs'

const longest = 72
const shape = /^[^\s:,]+(, [^\s:,]+)*: \S/
const folder = process.argv[2] ?? root
const since = readFileSync(join(folder, '.commits-since'), 'utf8').trim()
const git = (...args) => spawnSync('git', ['-C', folder, ...args], { encoding: 'utf8' })

const why = whyNotRead()
if (why !== undefined) console.log(`${why}，没有检查提交说明`)
else for (const violation of violations()) console.log(violation)

/** A copy without its history has nothing to look at, which is no fault of whoever tests it. */
function whyNotRead() {
  const shallow = git('rev-parse', '--is-shallow-repository')
  if (shallow.error !== undefined) return '这台机器没有 git'
  if (shallow.status !== 0) return '这个文件夹不是 git 能读的仓库'
  if (shallow.stdout.trim() === 'true') return '这是浅克隆'
  if (git('merge-base', '--is-ancestor', since, 'HEAD').status !== 0) return `历史中没有提交 ${since}`
}

function violations() {
  const { stdout } = git('log', '--no-merges', '--format=%h %s', `${since}..HEAD`)
  const found = stdout
    .split('\n')
    .filter(line => line !== '')
    .flatMap(line => {
      const [, commit, subject] = /^(\S+) (.*)$/.exec(line) ?? []
      return complaintsOf(subject).map(complaint => `${commit} ${complaint}：${subject}`)
    })
  if (found.length > 0) process.exitCode = 1
  return found
}

function complaintsOf(subject) {
  if (/^(Revert|Reapply) "/.test(subject)) return []
  const { length } = [...subject]
  return [
    ...(shape.test(subject) ? [] : ['的说明应写成“area: what changed”']),
    ...(length > longest ? [`的说明有 ${length} 个字符，最多 ${longest} 个`] : []),
  ]
}
