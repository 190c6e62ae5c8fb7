import type { ReactNode } from 'react'
import { withWholeFigures } from './withWholeFigures.tsx'
import './states.css'

/** What a state means; the theme gives each its mark and text colour. */
export type Tone = 'good' | 'busy' | 'bad' | 'quiet' | 'off' | 'warn'

/** A state as colour, icon and word together. */
export function StateTag({ tone, icon, children }: { tone: Tone; icon: ReactNode; children: ReactNode }) {
  return (
    <span className={`ui-tag ui-tone-${tone}`}>
      {icon}
      {/* One part beside the icon: what it is made of is not set apart as the icon is. */}
      <span>{withWholeFigures(children)}</span>
    </span>
  )
}
