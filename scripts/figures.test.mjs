import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  backlogRow,
  boardFigures,
  boardMore,
  deviceReliability,
  financeOverview,
  opsOrganRow,
  opsSummary,
  paretoRow,
} from '@drivesim/contract'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = path => readFileSync(join(root, path), 'utf8')
const page = read('docs/figures.md')

/** What stands below a title of the page. */
function section(title) {
  const [, below] = page.split(`\n## ${title}\n`)
  return below.split('\n## ')[0]
}

/** The first column and the whole of each row of the section's tables. */
const rowsOf = title =>
  section(title)
    .split('\n')
    .filter(line => line.startsWith('| '))
    .map(line => [line.split(' | ')[0].slice(2), line])

/** Numbers that a reply has, two names deep: `bills.closed`. */
function numbersIn(schema, path = []) {
  const inner = schema.def.innerType ?? schema.def.element
  if (inner !== undefined) return numbersIn(inner, path)
  if (schema.def.type === 'object')
    return Object.entries(schema.def.shape).flatMap(([name, field]) => numbersIn(field, [...path, name]))
  const name = path.slice(0, 2).join('.')
  return schema.def.type === 'number' && !/[iI]d$/.test(name) ? [name] : []
}

/** The words under which a screen shows its figures. */
const wordsOf = (text, ...found) =>
  found.flatMap(one => [...text.matchAll(one)].map(([, word]) => word.replace(/^减：/, '')))
const wordsIn = (path, ...found) => wordsOf(read(`apps/web/src/features/${path}`), ...found)
const numericTitle = /title: '([^']+)',\s+numeric: true/g

describe('every figure has its row', () => {
  const expectRows = (title, names) => {
    expect(names.length).toBeGreaterThan(0)
    const rows = rowsOf(title)
    const missing = [...new Set(names)].filter(name => !rows.some(([, row]) => row.includes(`\`${name}\``)))
    expect(missing).toEqual([])
  }
  const expectWords = (title, words) => {
    expect(words.length).toBeGreaterThan(0)
    const firsts = rowsOf(title).map(([first]) => first)
    expect([...new Set(words)].filter(word => !firsts.some(first => first.includes(word)))).toEqual([])
  }

  test('of 数据看板, with its name beside its key', () => {
    const rows = section('数据看板')
    const missing = Object.entries({ ...boardFigures, ...boardMore }).filter(
      ([key, { label }]) => !rows.includes(`\n| ${label} | \`${key}\` |`),
    )
    expect(missing).toEqual([])
  })

  test('of 财务概况', () => {
    // The same figures of two other months.
    const isCompared = name => /^(month|year)Before\./.test(name)
    expectRows(
      '财务概况',
      numbersIn(financeOverview.overview.reply).filter(name => !isCompared(name)),
    )
    const panels = 'money/financeOverview/Panels.tsx'
    expectWords('财务概况', [
      ...wordsOf(read('packages/contract/src/money/financeStatement.ts'), /^ {2}\w+: '([^']+)',$/gm),
      ...wordsIn(panels, / title="([^"]+)"/g, /label: '([^']+)'/g).filter(
        word => !['收入去向', '合计'].includes(word),
      ),
    ])
  })

  test('of 运维分析', () => {
    const replies = [opsSummary, paretoRow, opsOrganRow, backlogRow, deviceReliability]
    expectRows(
      '运维分析',
      replies.flatMap(reply => numbersIn(reply)),
    )
    expectWords('运维分析', [
      ...wordsIn('operations/opsFigures/Summary.tsx', /\slabel="([^"]+)"/g, /title="([^"]+)"/g),
      ...['Backlog', 'ByOrgan', 'Pareto'].flatMap(name =>
        wordsIn(`operations/opsFigures/${name}.tsx`, numericTitle),
      ),
    ])
  })
})

/** `modules/…` and `schema/…` are the server's. */
const placeOf = path =>
  path.replace(/^modules\//, 'apps/server/src/modules/').replace(/^schema\//, 'apps/server/schema/')

test('every file that is named is there, with the functions, views and tables that are named after it', () => {
  const named = [...page.matchAll(/`([\w./-]+\/[\w.-]+\.(?:tsx?|mjs|sql|md))`((?:,? `\w+`)*)/g)]
  expect(named.length).toBeGreaterThan(50)
  const wrong = named.flatMap(([, path, names]) => {
    const place = placeOf(path)
    if (!existsSync(join(root, place))) return [path]
    const text = read(place)
    return [...names.matchAll(/`(\w+)`/g)]
      .filter(([, name]) => !new RegExp(`\\b${name}\\b`).test(text))
      .map(([, name]) => `${path} ${name}`)
  })
  expect(wrong).toEqual([])
})

test('every check that is named is one of check-data', () => {
  const modules = join(root, 'apps/server/src/modules')
  const checks = readdirSync(modules, { recursive: true })
    .filter(name => name.endsWith('checks.queries.ts'))
    .map(name => readFileSync(join(modules, name), 'utf8'))
    .join('\n')
  const named = new Set([...page.matchAll(/「([^」]+)」/g)].map(([, title]) => title))
  expect(named.size).toBeGreaterThan(20)
  expect([...named].filter(title => title !== '…' && !checks.includes(`title: '${title}'`))).toEqual([])
})
