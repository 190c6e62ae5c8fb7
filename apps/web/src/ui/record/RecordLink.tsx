import { type MouseEvent, type ReactNode, useContext } from 'react'
import { Link } from 'react-router'
import { BeginTrailContext } from './trail.ts'

interface Props {
  to: string
  /** The whole name, where it may be cut off. */
  title?: string
  children: ReactNode
}

/** A row's way to its record, from where the rows beside it are a step away. */
export function RecordLink({ to, title, children }: Props) {
  const begin = useContext(BeginTrailContext)
  // With a key it opens elsewhere.
  const follow = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    if (!ctrlKey && !metaKey && !shiftKey) begin?.(to)
  }
  return (
    <Link to={to} title={title} onClick={follow}>
      {children}
    </Link>
  )
}
