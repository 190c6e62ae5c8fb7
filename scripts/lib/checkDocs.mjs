import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, sep } from 'node:path'

/** Pages for readers that lie outside docs. */
const ownPages = ['README.md', 'README.zh-CN.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']
const decisions = 'docs/decisions'

/**
 * Every link of a page leads to a file. Every decision begins with its number, says since when it stands, and is in the index by
 * its title; the index also says of each number without a page why there is none.
 * @param {string} root the repository's folder
 * @param {(path: string, sentence: string) => void} report called for each violation
 */
export function checkDocs(root, report) {
  const pages = readdirSync(join(root, 'docs'), { recursive: true }).filter(name => name.endsWith('.md'))
  const index = readFileSync(join(root, decisions, 'README.md'), 'utf8')
  const numbers = new Set()
  for (const path of [...pages.map(name => posix.join('docs', ...name.split(sep))), ...ownPages]) {
    const text = readFileSync(join(root, path), 'utf8')
    for (const [, target] of text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g))
      if (!existsSync(join(root, dirname(path), target)))
        report(path, `leads to ${target}, which is not there`)
    const number = /^docs\/decisions\/(\d{4})-/.exec(path)?.[1]
    if (number === undefined) continue
    if (numbers.has(number)) report(path, 'has a number that another decision has')
    numbers.add(number)
    checkTitle(path, text, number)
    if (!/^\d{4}-\d\d-\d\d · \S/.test(text.split('\n')[2]))
      report(path, 'does not say on its third line since when it is so, and whether it stands')
  }
  const last = Math.max(...[...numbers].map(Number))
  for (let next = 1; next <= last; next++) {
    const number = String(next).padStart(4, '0')
    if (numbers.has(number) === index.includes(`\n- ${number} `))
      report(
        `${decisions}/README.md`,
        `${number} must be either a page, or a line that says why there is none`,
      )
  }

  function checkTitle(path, text, number) {
    const title = text.slice(0, text.indexOf('\n'))
    const start = `# ${number} `
    if (!title.startsWith(start)) report(path, 'does not begin with its number')
    else if (!index.includes(`[${number}](${posix.basename(path)}) ${title.slice(start.length)}\n`))
      report(path, 'is not in the index (README.md beside it) by the words of its title')
  }
}
