import styles from './students.module.css'

/** A student's tags. */
export function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <span className={styles.tags}>
      {tags.map(tag => (
        <span key={tag} className={styles.tag}>
          {tag}
        </span>
      ))}
    </span>
  )
}
