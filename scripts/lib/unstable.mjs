// Tests that failed and passed when they were tried again alone: how many are let through, and what is kept of them.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** More in one run are no chance. */
const mostInOneRun = 3
/** Whoever stands in the list so often has to be understood. */
const mostInList = 2

export const nameOf = ({ file, title }) => (title === '' ? file : `${file} › ${title}`)

/**
 * @param {import('./reports.mjs').Failure[]} unstable first failures of what passed then
 * @param {string} list the text of docs/unstable-tests.md
 * @returns {string[]} why the run is red all the same, a sentence each
 */
export function tooUnstable(unstable, list) {
  const sentences = unstable
    .filter(test => timesIn(list, test) >= mostInList)
    .map(test => `${nameOf(test)} 已经 ${mostInList} 次时好时坏，要先弄清原因（docs/unstable-tests.md）`)
  if (unstable.length > mostInOneRun)
    sentences.push(`一次运行里有 ${unstable.length} 个测试时好时坏，最多放过 ${mostInOneRun} 个`)
  return sentences
}

/** Rows of the table are `| date | test | cause |`. */
const timesIn = (list, test) =>
  list.split('\n').filter(line => line.split('|')[2]?.replaceAll('`', '').trim() === nameOf(test)).length

export const readList = file => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/**
 * Keeps what is known of a failure before the next run of its runner throws it away.
 * @param {number} number of the failure in its run: long names begin alike
 * @returns {string} the folder
 */
export function keepEvidence(folder, failure, number) {
  // Of Chinese a name takes three bytes a character, of at most 255.
  const name = nameOf(failure)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 80)
  const place = join(folder, `${number}-${name}`)
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'failure.txt'), `${nameOf(failure)}\n\n${failure.message}\n`)
  for (const path of failure.evidence) if (existsSync(path)) copyFileSync(path, join(place, basename(path)))
  return place
}
