import styles from './students.module.css'

/** A student's tags. @param most as many as are shown; how many others there are stands behind them, and on hover all */
export function Tags({ tags, most = tags.length }: { tags: readonly string[]; most?: number }) {
  const others = tags.length - most
  return (
    <span className={styles.tags}>
      {tags.slice(0, most).map(tag => (
        <span key={tag} className={styles.tag}>
          {tag}
        </span>
      ))}
      {others > 0 && (
        <span className={styles.tag} title={tags.join('、')}>
          +{others}
        </span>
      )}
    </span>
  )
}
