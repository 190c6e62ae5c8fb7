import { type ReactNode, useContext } from 'react'
import { CopyLink } from './CopyLink.tsx'
import { Term } from './help/Term.tsx'
import { PinRecord } from './record/PinRecord.tsx'
import { RecordSteps } from './record/RecordSteps.tsx'
import { RecordHomeContext } from './record/recordAt.ts'
import './page.css'

interface Props {
  title: ReactNode
  /** State beside the title. */
  tag?: ReactNode
  /** Key facts on one line below. */
  facts?: ReactNode
  actions?: ReactNode
}

/** The head of a detail page: name, state, key facts, and what can be done. */
export function PageHead({ title, tag, facts, actions }: Props) {
  return (
    <header className="ui-head">
      <div className="ui-head-text">
        <div className="ui-head-line">
          <h1>{title}</h1>
          {tag}
        </div>
        {facts !== undefined && <div className="ui-head-facts">{facts}</div>}
      </div>
      <div className="ui-head-actions">
        {actions}
        <RecordEnds />
        <RecordSteps />
      </div>
    </header>
  )
}

/** Of the page of a record: to keep it at hand, and to give its address to others. */
function RecordEnds() {
  const home = useContext(RecordHomeContext)
  if (home === null) return null
  return (
    <>
      {home.pin && <PinRecord record={home.pin} />}
      <CopyLink />
    </>
  )
}

interface PanelProps {
  title: string
  /** The glossary's word for it, where the title is another. */
  term?: string | undefined
  /** At the right of the title: a range, a switch. */
  extra?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A card of a page, with its title. */
export function Panel({ title, term, extra, className = '', children }: PanelProps) {
  return (
    <section className={`ui-panel ${className}`} aria-label={title}>
      <div className="ui-panel-head">
        <h2>
          <Term of={term}>{title}</Term>
        </h2>
        {extra}
      </div>
      {children}
    </section>
  )
}
