import { articles } from 'virtual:manual'
import { terms } from 'virtual:manual/terms'
import { CloseOutlined, LeftOutlined, PrinterOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type HelpPlace, hideHelp, showHelp, useHelp } from '../../ui/help/help.ts'
import { BlockSkeleton, ErrorState } from '../../ui/states.tsx'
import { useAddress } from '../guard/WindowRouter.tsx'
import { useScreens } from '../screens/screenIndex.ts'
import { ArticleView, idOf } from './ArticleView.tsx'
import { articleQuery } from './articleQuery.ts'
import { articleAt, articlesFor } from './articles.ts'
import './help.css'
import type { ArticleEntry, Element } from '../../ui/help/node.ts'
import { Contents } from './Contents.tsx'
import { printHelp, useHelpFrame } from './helpFrame.ts'
import { searchArticles } from './searchArticles.ts'
import { searchedManual } from './searchedManual.ts'
import { useReader } from './useReader.ts'

/** 帮助: the article of the page at hand, beside it; it stays while one works, and goes along to the next tab. */
export default function HelpDrawer() {
  const screens = useScreens()
  const reader = useReader()
  const address = useAddress()
  const asked = useHelp(({ place }) => place)
  const offered = useMemo(() => articlesFor(articles, screens, reader), [screens, reader])
  const own = articleAt(offered, screens, address)
  const place: HelpPlace | null = asked ?? (own === undefined ? null : { slug: own.slug })
  const entry = offered.find(({ slug }) => slug === place?.slug)
  const [typed, setTyped] = useState('')
  const aside = useRef<HTMLElement>(null)
  useHelpFrame(aside)
  useFollowedPage(own?.slug)
  const isSearching = typed.trim() !== ''
  const { data: searched } = useQuery({ ...searchedManual, enabled: isSearching })
  const found = isSearching
    ? searchArticles(typed, { articles: offered, terms, sections: searched?.sections ?? {} })
    : null
  const openPlace = (next: HelpPlace | null) => {
    setTyped('')
    showHelp(next)
  }
  return (
    <aside ref={aside} className="ui-help" aria-label="帮助">
      <header className="ui-help-head">
        <h2 tabIndex={-1}>{entry?.title ?? '帮助'}</h2>
        <button type="button" aria-label="打印这篇帮助" onClick={printHelp}>
          <PrinterOutlined aria-hidden />
        </button>
        <button type="button" aria-label="关闭帮助" onClick={hideHelp}>
          <CloseOutlined aria-hidden />
        </button>
      </header>
      <div className="ui-help-search">
        <Input
          allowClear
          aria-label="搜索帮助"
          placeholder="搜索帮助，如 怎么退款"
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
      </div>
      <div className="ui-help-body">
        {found !== null ? (
          <Results found={found} onOpen={openPlace} />
        ) : (
          <>
            <Ways own={own} entry={entry} onOpen={openPlace} />
            {entry === undefined || place === null ? (
              <Contents articles={offered} screens={screens} onOpen={openPlace} />
            ) : (
              <Shown
                key={entry.slug}
                place={{ ...place, slug: entry.slug }}
                heldCodes={reader.heldCodes}
                offered={offered}
              />
            )}
          </>
        )}
      </div>
    </aside>
  )
}

/** Whoever goes to another page wants that one's article. */
function useFollowedPage(here: string | undefined): void {
  const before = useRef(here)
  useEffect(() => {
    if (before.current !== here) useHelp.setState({ place: null })
    before.current = here
  }, [here])
}

interface WaysProps {
  own: ArticleEntry | undefined
  entry: ArticleEntry | undefined
  onOpen: (place: HelpPlace | null) => void
}

/** From here to the page's own article, and to the list of all. */
function Ways({ own, entry, onOpen }: WaysProps) {
  return (
    <nav className="ui-help-ways" aria-label="帮助目录">
      {own !== undefined && own !== entry && (
        <button type="button" className="ui-help-link" onClick={() => onOpen(null)}>
          <LeftOutlined aria-hidden /> {own.title}
        </button>
      )}
      {entry !== undefined && (
        <button type="button" className="ui-help-link" onClick={() => onOpen({ slug: 'contents' })}>
          全部帮助
        </button>
      )}
    </nav>
  )
}

interface ResultsProps {
  found: ReturnType<typeof searchArticles>
  onOpen: (place: HelpPlace) => void
}

function Results({ found, onOpen }: ResultsProps) {
  if (found.length === 0) return <p role="status">没有找到，请换一个词。</p>
  return (
    <ul className="ui-help-found" aria-label="找到的帮助">
      {found.map(({ slug, anchor, title, note }) => (
        <li key={`${slug} ${anchor}`}>
          <button type="button" className="ui-help-link" onClick={() => onOpen({ slug, anchor })}>
            {title}
          </button>
          <small>{note}</small>
        </li>
      ))}
    </ul>
  )
}

interface ShownProps {
  place: HelpPlace
  heldCodes: ReadonlySet<string>
  offered: readonly ArticleEntry[]
}

/** An article, at the section that was asked for. */
function Shown({ place, heldCodes, offered }: ShownProps) {
  const { data, error, refetch } = useQuery(articleQuery(place.slug))
  useEffect(() => {
    if (data === undefined) return
    const target = place.anchor === undefined ? null : document.getElementById(idOf(place.anchor))
    if (target !== null) target.scrollIntoView({ block: 'start' })
  }, [data, place.anchor])
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <BlockSkeleton height={320} />
  return (
    <article className="ui-help-text">
      <ArticleView tree={data.tree.filter(forThem(heldCodes))} pictures={data.pictures} offered={offered} />
    </article>
  )
}

/** What concerns others is left out, from its heading to the next. */
function forThem(heldCodes: ReadonlySet<string>): (element: Element) => boolean {
  let shown = true
  return ({ tag, access }) => {
    if (tag === 'h2' || tag === 'h3') shown = access === undefined || access.some(code => heldCodes.has(code))
    return shown
  }
}
