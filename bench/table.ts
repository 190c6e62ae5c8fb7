/** One figure against its bound; without a bound it is there to be read. */
export interface Figure {
  what: string
  value: string
  bound: string
  passed: boolean | undefined
  limitedBy?: string
}

/** What keeps figures from being better, as far as it was looked into. */
export const withLimit = (limitedBy: string, figures: readonly Figure[]): Figure[] =>
  figures.map(figure => ({ limitedBy, ...figure }))

const verdict = ({ passed }: Figure) => (passed === undefined ? '' : passed ? 'pass' : 'FAIL')

/** The figures as lines of a table in Markdown, which reads well on a terminal too. */
export function table(figures: readonly Figure[]): string {
  const rows = [
    ['figure', 'measured', 'bound', '', 'limited by'],
    ...figures.map(figure => [
      figure.what,
      figure.value,
      figure.bound,
      verdict(figure),
      figure.limitedBy ?? '',
    ]),
  ]
  const widths = [0, 1, 2, 3, 4].map(column => Math.max(4, ...rows.map(row => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), line(widths.map(width => '-'.repeat(width))), ...body.map(line)].join('\n')
}

/** The value below which the given part of them lies. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN
}
