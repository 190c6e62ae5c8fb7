import type { HelpPlace } from '../../ui/help/help.ts'
import type { ArticleEntry } from '../../ui/help/node.ts'

const groups: readonly (readonly [ArticleEntry['kind'], string])[] = [
  ['task', '要做的事'],
  ['screen', '每个页面'],
  ['glossary', '词汇'],
  ['news', '版本'],
]

interface Props {
  articles: readonly ArticleEntry[]
  onOpen: (place: HelpPlace) => void
}

/** All articles that are offered to a person. */
export function Contents({ articles, onOpen }: Props) {
  return groups.map(([kind, title]) => {
    const own = articles.filter(article => article.kind === kind)
    return own.length === 0 ? null : (
      <section key={kind} aria-label={title}>
        <h3>{title}</h3>
        <ul className="ui-help-found">
          {own.map(({ slug, title: words }) => (
            <li key={slug}>
              <button type="button" className="ui-help-link" onClick={() => onOpen({ slug })}>
                {words}
              </button>
            </li>
          ))}
        </ul>
      </section>
    )
  })
}
