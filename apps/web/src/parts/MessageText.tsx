import { RichText } from '../ui/RichText.tsx'
import styles from './MessageText.module.css'

/** Title and text of what is sent to people, as it reaches them. */
export function MessageText({ label, title, html }: { label: string; title: string; html: string }) {
  return (
    <article className={styles.text} aria-label={label}>
      <h3>{title}</h3>
      <RichText html={html} />
    </article>
  )
}
