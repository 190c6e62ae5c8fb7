import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { browserArguments, browserPath } from './browser.ts'
import { root, type Server } from './server.ts'
import { type Figure, percentile } from './table.ts'

const folder = join(root, 'bench/lighthouse')
const rounds = 3
const interactiveMs = 4_000

/** Of Lighthouse's report: scores from 0 to 1, times in milliseconds. */
interface Report {
  categories: Record<'performance' | 'accessibility' | 'best-practices', { score: number }>
  audits: Record<'interactive', { numericValue: number }>
}

/** What Lighthouse says of the sign-in page on the telephone that it simulates; the middle of three reports. */
export async function benchLighthouse(server: Server): Promise<Figure[]> {
  await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--loglevel=error'], { cwd: folder })
  const reports: Report[] = []
  for (let round = 0; round < rounds; round += 1) reports.push(await report(`${server.url}/login`))
  const middle = (of: (one: Report) => number) => percentile(reports.map(of), 0.5)
  const score = (what: keyof Report['categories'], least: number): Figure => {
    const value = Math.round(100 * middle(({ categories }) => categories[what].score))
    return {
      what: `sign-in page, Lighthouse: ${what}`,
      value: `${value}`,
      bound: least === 100 ? '100' : `≥ ${least}`,
      passed: value >= least,
    }
  }
  const interactive = middle(({ audits }) => audits.interactive.numericValue)
  return [
    score('performance', 97),
    score('accessibility', 100),
    score('best-practices', 100),
    {
      what: 'sign-in page, Lighthouse: interactive',
      value: `${(interactive / 1000).toFixed(1)} s`,
      bound: `< ${interactiveMs / 1000} s`,
      passed: interactive < interactiveMs,
    },
  ]
}

/** The mobile preset: a slow line and a processor four times slower, simulated. */
async function report(url: string): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    'node',
    [
      join(folder, 'node_modules/lighthouse/cli/index.js'),
      url,
      '--quiet',
      '--output=json',
      '--only-categories=performance,accessibility,best-practices',
      `--chrome-flags=--headless=new ${browserArguments.join(' ')}`,
    ],
    { env: { ...process.env, ...(browserPath && { CHROME_PATH: browserPath }) }, maxBuffer: 2 ** 26 },
  )
  return JSON.parse(stdout)
}
