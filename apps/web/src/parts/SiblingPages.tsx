import { Link } from 'react-router'
import styles from './SiblingPages.module.css'

interface Props {
  /** What the pages are of, for who does not see them. */
  label: string
  pages: readonly { readonly title: string; readonly to: string }[]
  /** Title of the one that is open. */
  current: string
}

/** The way between pages about the same thing: all of them, always in the same places. */
export function SiblingPages({ label, pages, current }: Props) {
  return (
    <nav aria-label={label} className={styles.pages}>
      {pages.map(({ title, to }) => (
        <Link key={title} to={to} aria-current={title === current ? 'page' : undefined}>
          {title}
        </Link>
      ))}
    </nav>
  )
}
