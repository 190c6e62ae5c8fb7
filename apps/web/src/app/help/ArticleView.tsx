import { Fragment, type ReactNode } from 'react'
import { showHelp } from '../../ui/help/help.ts'
import type { ArticleEntry, Element, Node } from '../../ui/help/node.ts'

interface Props extends Around {
  tree: readonly Element[]
}

/** Shows an article; links within the manual stay in the drawer, and one to what is not offered is text. */
export function ArticleView({ tree, ...around }: Props) {
  return <>{tree.map((element, index) => render(element, index, around))}</>
}

/** What an article needs besides its words. */
interface Around {
  readonly pictures: Readonly<Record<string, string>>
  /** The articles that this person is offered. */
  readonly offered: readonly ArticleEntry[]
}

function render(node: Node, key: number, around: Around): ReactNode {
  if (typeof node === 'string') return <Fragment key={key}>{node}</Fragment>
  const children =
    node.children.length === 0 ? undefined : node.children.map((child, index) => render(child, index, around))
  if (node.tag === 'a') {
    const { article } = node
    if (article !== undefined && !around.offered.some(({ slug }) => slug === article))
      return <Fragment key={key}>{children}</Fragment>
    return (
      <Link key={key} {...node}>
        {children}
      </Link>
    )
  }
  if (node.tag === 'img') {
    const { file, alt } = node.picture ?? { file: '', alt: '' }
    const { pictures } = around
    return (
      <a key={key} href={pictures[file]} target="_blank" rel="noreferrer" aria-label={`放大：${alt}`}>
        <img src={pictures[file]} alt={alt} width={1366} height={768} loading="lazy" />
      </a>
    )
  }
  const Tag = node.tag
  return (
    <Tag key={key} {...(node.anchor !== undefined && { id: idOf(node.anchor) })}>
      {children}
    </Tag>
  )
}

/** The element of a section, among all that stand on the page. */
export const idOf = (anchor: string) => `help-${anchor}`

function Link({
  article,
  anchor,
  href,
  children,
}: Pick<Element, 'article' | 'anchor' | 'href'> & { children: ReactNode }) {
  if (article === undefined) {
    return (
      <a href={href} target="_blank" rel="noreferrer">
        {children}
      </a>
    )
  }
  return (
    <button type="button" className="ui-help-link" onClick={() => showHelp({ slug: article, anchor })}>
      {children}
    </button>
  )
}
