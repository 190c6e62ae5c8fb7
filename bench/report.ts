import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { root } from './server.ts'
import { type Figure, table } from './table.ts'

const path = join(root, 'docs/benchmarks.md')
const [cpu] = cpus()
const machine = `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release().split('-')[0]}, Node ${process.versions.node}`

/** Sizes that were given, folders aside: figures of a smaller business are no less true, but must say so. */
const sizes = () =>
  Object.entries(process.env)
    .filter(([name, value]) => name.startsWith('BENCH_') && /^\d+$/.test(value ?? ''))
    .map(([name, value]) => `, ${name}=${value}`)
    .join('')

/** Puts what was measured of a part into its section of docs/benchmarks.md; how it is measured is written there by people. */
export function writeSection(part: string, figures: readonly Figure[]): void {
  const [begin, end] = [`<!-- measured: ${part} -->`, '<!-- end -->']
  const document = readFileSync(path, 'utf8')
  const from = document.indexOf(begin)
  const to = document.indexOf(end, from)
  if (from === -1 || to === -1) throw new Error(`docs/benchmarks.md has no place for ${part}`)
  const measured = `${begin}\n${new Date().toISOString().slice(0, 10)}, ${machine}${sizes()}\n\n${table(figures)}\n`
  writeFileSync(path, document.slice(0, from) + measured + document.slice(to))
}
