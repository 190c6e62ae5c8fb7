import MarkdownIt, { type Token } from 'markdown-it'
import type { Element, Node, Tag } from '../src/ui/help/node.ts'

// No HTML: what is written in an article is text, whatever it looks like.
const markdown = new MarkdownIt({ html: false, linkify: false })

const tags: ReadonlySet<string> = new Set<Tag>([
  ...(['h2', 'h3', 'p', 'ol', 'ul', 'li', 'strong', 'em', 'code', 'pre', 'a', 'img', 'table'] as const),
  ...(['thead', 'tbody', 'tr', 'th', 'td', 'br', 'blockquote'] as const),
])

/** A heading's place in its article: what GitHub makes of its words. */
export const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-')

type Open = { -readonly [Key in keyof Element]: Element[Key] } & { children: Node[] }

/** An article's Markdown as the elements that the drawer renders. @throws Error where something stands that it knows not */
export function treeOf(text: string, slug: string): Element[] {
  const root: Open = { tag: 'p', children: [] }
  const stack = [root]
  const top = () => stack.at(-1) ?? root
  const take = (token: Token) => {
    if (token.type === 'inline') for (const child of token.children ?? []) take(child)
    else if (token.type === 'text') top().children.push(token.content)
    else if (token.type === 'softbreak') top().children.push('')
    else if (token.nesting === 1) stack.push(open(token, slug))
    else if (token.nesting === -1) close(stack)
    else top().children.push(alone(token, slug))
  }
  for (const token of markdown.parse(text, {})) take(token)
  return root.children.filter(child => typeof child !== 'string')
}

function open(token: Token, slug: string): Open {
  const href = attribute(token, 'href')
  return { tag: tagOf(token, slug), children: [], ...(href !== null && targetOf(href, slug)) }
}

function close(stack: Open[]): void {
  const done = stack.pop()
  const parent = stack.at(-1)
  if (done === undefined || parent === undefined) return
  if (done.tag === 'h2' || done.tag === 'h3') done.anchor = anchorOf(textOf(done))
  parent.children.push(done)
}

function alone(token: Token, slug: string): Node {
  const tag = tagOf(token, slug)
  if (tag === 'img') {
    const file = attribute(token, 'src')?.split('/').at(-1) ?? ''
    return { tag, children: [], picture: { file, alt: token.content } }
  }
  return { tag, children: token.content === '' ? [] : [token.content] }
}

const attribute = (token: Token, name: string) => {
  const value = token.attrGet(name)
  return value === null ? null : String(value)
}

function tagOf({ type, tag }: Token, slug: string): Tag {
  const known = type === 'fence' || type === 'code_block' ? 'pre' : tag
  if (!tags.has(known)) throw new Error(`${slug}: ${type} is not for articles`)
  return known as Tag
}

/** `../screens/statement.md#…` is an article. */
function targetOf(href: string, slug: string): Pick<Element, 'article' | 'anchor' | 'href'> {
  const [, own, anchor] = /^(?:[^:#]*\/)?([^/#]*)\.md(?:#(.+))?$/.exec(decodeURI(href)) ?? []
  if (own !== undefined) return { article: own, ...(anchor !== undefined && { anchor }) }
  if (href.startsWith('#')) return { article: slug, anchor: decodeURI(href.slice(1)) }
  return { href }
}

/** Its words, one after the other. */
export function textOf(node: Node): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('')
}
