import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { money } from '../../../ui/format.ts'
import { Term } from '../../../ui/help/Term.tsx'
import { Panel } from '../../../ui/PageHead.tsx'
import styles from './overview.module.css'

export interface Bar {
  readonly key: string
  readonly label: string
  /** Fen. */
  readonly amount: number
  /** Where on the scale the bar begins, in fen; at nothing unless said. */
  readonly from?: number
  /** What stands in place of an amount that cannot be known yet: it has no bar, and is not on the scale. */
  readonly unknown?: string
  /** Beside the amount: how many. */
  readonly note?: string | undefined
  /** The address of the rows behind it. */
  readonly to?: string | undefined
  /** A result of those above it. */
  readonly total?: true
  /** Without a bar, and not on the scale: what the others add up to. */
  readonly bare?: true
}

interface Props {
  title: string
  /** The glossary's word for it, where the title is another. */
  term?: string
  bars: readonly Bar[]
  /** What to say where there is nothing. */
  empty: string
  extra?: ReactNode
}

/** Amounts one below the other, each with its bar on one scale and the way to its rows. */
export function Bars({ title, term, bars, empty, extra }: Props) {
  const ends = bars.flatMap(({ from = 0, amount, bare, unknown }) =>
    bare || unknown !== undefined ? [] : [from, from + amount],
  )
  const low = Math.min(0, ...ends)
  const width = Math.max(0, ...ends) - low
  const part = (fen: number) => `${(fen / Math.max(1, width)) * 100}%`
  return (
    <Panel title={title} term={term} extra={extra}>
      {width === 0 ? (
        <p className="ui-quiet">{empty}</p>
      ) : (
        <table className={styles.bars}>
          <tbody>
            {bars.map(({ key, label, amount, from = 0, note, to, total, bare, unknown }) => (
              <tr key={key} className={total && styles.total}>
                <th scope="row">
                  <Term>{label}</Term>
                </th>
                <td className={styles.scale} aria-hidden="true">
                  {amount !== 0 && !bare && unknown === undefined && (
                    <span
                      className={amount < 0 ? styles.minus : styles.plus}
                      style={{
                        insetInlineStart: part(Math.min(from, from + amount) - low),
                        width: part(Math.abs(amount)),
                      }}
                    />
                  )}
                </td>
                <td className={styles.amount}>
                  {unknown ??
                    (to === undefined || amount === 0 ? money(amount) : <Link to={to}>{money(amount)}</Link>)}
                  {note !== undefined && <small className={styles.note}>{note}</small>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}
