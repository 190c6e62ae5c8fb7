import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import styles from './heat.module.css'

declare module 'react' {
  interface CSSProperties {
    '--part'?: string
  }
}

interface HeatCell {
  /** 0 to 1; null where nothing can be said. */
  rate: number | null
  /** What it is of, for who points at it. */
  title: string
}

interface Props {
  label: string
  /** What the first column is of. */
  of: string
  /** A column's name, and where the rows behind it are. */
  columns: readonly { name: string; link?: { to: string; title: string } }[]
  rows: readonly { name: string; cells: readonly HeatCell[] }[]
  /** What a cell without a rate means. */
  missing: string
  /** Names are long, shares lie close together, and the last column matters most. */
  longNames?: boolean
}

/** Shares as a table: the larger the share, the fuller the cell. The figure says it without the colour. */
export function HeatTable({ label, of, columns, rows, missing, longNames = false }: Props) {
  const partOf = partWithin(
    rows.flatMap(({ cells }) => cells.map(({ rate }) => rate)),
    longNames,
  )
  return (
    <section
      className={styles.scroll}
      aria-label={label}
      ref={longNames ? toTheEnd : undefined}
      {...scrollable}
    >
      <table className={longNames ? `${styles.heat} ${styles.named}` : styles.heat}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{of}</span>
            </th>
            {columns.map(({ name, link }) => (
              <th scope="col" key={name}>
                {link === undefined ? (
                  name
                ) : (
                  <Link to={link.to} title={link.title}>
                    {name}
                  </Link>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row" title={name}>
                {name}
              </th>
              {cells.map(({ rate, title }) => {
                if (rate === null) return <td key={title} className={styles.closed} aria-label={missing} />
                const style: CSSProperties = { '--part': `${partOf(rate)}%` }
                return (
                  <td key={title} style={style} title={title}>
                    {Math.round(rate * 100)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** How full a cell is, in percent: of the largest share, or from the least of them on where they lie close together. */
function partWithin(rates: readonly (number | null)[], close: boolean): (rate: number) => number {
  const known = rates.filter(rate => rate !== null)
  const most = Math.max(...known, 0.01)
  const least = close ? Math.min(...known, most) : 0
  return rate => Math.round(most === least ? 100 : ((rate - least) / (most - least)) * 100)
}

function toTheEnd(box: HTMLElement | null): void {
  if (box !== null) box.scrollLeft = box.scrollWidth
}

/** The keyboard must reach what scrolls; the table itself holds nothing to stop at. */
const scrollable = { tabIndex: 0 }
