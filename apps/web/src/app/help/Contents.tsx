import type { HelpPlace } from '../../ui/help/help.ts'
import type { ArticleEntry } from '../../ui/help/node.ts'
import type { ScreenIndex } from '../screens/screenIndex.ts'

interface Props {
  articles: readonly ArticleEntry[]
  screens: ScreenIndex
  onOpen: (place: HelpPlace) => void
}

/** All articles that are offered to a person: what there is to do, then the pages in the menu's order, then the rest. */
export function Contents({ articles, screens, onOpen }: Props) {
  const groups = [
    { title: '要做的事', articles: articles.filter(({ kind }) => kind === 'task') },
    ...pagesByMenu(articles, screens),
    { title: '词汇和版本', articles: articles.filter(({ kind }) => kind === 'glossary' || kind === 'news') },
  ]
  return groups
    .filter(group => group.articles.length > 0)
    .map(group => (
      <section key={group.title} aria-label={group.title}>
        <h3>{group.title}</h3>
        <ul className="ui-help-found ui-help-columns">
          {group.articles.map(({ slug, title }) => (
            <li key={slug}>
              <button type="button" className="ui-help-link" onClick={() => onOpen({ slug })}>
                {title}
              </button>
            </li>
          ))}
        </ul>
      </section>
    ))
}

const common = '各处通用'

function pagesByMenu(articles: readonly ArticleEntry[], { list, groupByName }: ScreenIndex) {
  const placed = articles
    .filter(({ kind }) => kind === 'screen')
    .map(article => {
      const place = list.findIndex(({ path }) => article.routes.includes(path))
      const screen = list[place]
      const title =
        screen === undefined ? common : (groupByName.get(screen.group ?? '')?.title ?? '首页和看板')
      return { article, place: place < 0 ? list.length : place, title }
    })
    .sort((one, other) => one.place - other.place)
  return [...new Set(placed.map(({ title }) => title))].map(title => ({
    title,
    articles: placed.filter(one => one.title === title).map(({ article }) => article),
  }))
}
