// The runners of tests: how each is started, and where its report is read.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root, run } from './commands.mjs'
import { readPlaywright, readVitest } from './reports.mjs'

/**
 * @typedef {{ code: number, report?: import('./reports.mjs').Report }} Outcome
 * @typedef {{ all: () => Promise<Outcome>, again: (files: string[]) => Promise<Outcome> }} Runner all: what was asked for; again:
 *   these files once more, one at a time
 */

/**
 * @param {string} reports the folder of the runners' reports
 * @param {{ options?: string[], files?: string[], env?: Record<string, string> }} [wanted] all files when none is named
 * @returns {Runner}
 */
export function vitestRunner(reports, name, { options = [], files = [], env = {} } = {}) {
  const once = async (...args) => {
    const file = reportFile(reports, name)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    // It takes no option twice.
    const { code } = await run('vitest', ['run', ...new Set([...options, ...args, ...reporters])], { env })
    return { code, report: readReport(file, readVitest) }
  }
  return { all: () => once(...files), again: files => once('--no-file-parallelism', ...files) }
}

/**
 * @param {string} reports the folder of the runners' reports
 * @param {{ config?: string, options?: string[], files?: string[], env?: Record<string, string> }} [wanted] all files when
 *   none is named
 * @returns {Runner}
 */
export function playwrightRunner(reports, name, { config = 'e2e', options = [], files = [], env = {} } = {}) {
  const once = async (...args) => {
    const file = reportFile(reports, name)
    const { code } = await run(
      'playwright',
      ['test', '-c', config, '--reporter=list,json', ...options, ...args],
      {
        env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
      },
    )
    return { code, report: readReport(file, readPlaywright) }
  }
  const exactly = file => `/${basename(file).replaceAll('.', '\\.')}$`
  return {
    all: () => once(...files),
    again: files => once('--workers=1', ...files.map(exactly)),
  }
}

function reportFile(folder, name) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name.replaceAll(' ', '-')}.json`)
  rmSync(file, { force: true })
  return file
}

const readReport = (file, read) =>
  existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8')), root) : undefined
