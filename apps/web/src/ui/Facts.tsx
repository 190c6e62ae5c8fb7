import type { ReactNode } from 'react'
import { Term } from './help/Term.tsx'
import { withWholeFigures } from './withWholeFigures.tsx'
import './page.css'

/** Names and values of one thing, in as many columns as there is room for; nothing is shown as a dash. */
export function Facts({ items }: { items: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="ui-facts">
      {items.map(([label, value]) => (
        <div key={label}>
          <dt>
            <Term>{label}</Term>
          </dt>
          <dd>{value === null || value === undefined || value === '' ? '—' : withWholeFigures(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
