import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import './richText.css'

/** What a text may consist of; everything else loses its tag and keeps its words. */
const kept = new Set(
  'p br hr b strong i em u s span div h1 h2 h3 h4 ul ol li blockquote code pre table thead tbody tr th td a'.split(
    ' ',
  ),
)
/** What goes with all that is in it. */
const dropped = new Set(
  'script style template iframe object embed svg math noscript title textarea select'.split(' '),
)

/**
 * Formatted text from the server. It was cleaned when it was written; here it is built anew from a short list of
 * elements without attributes, so that nothing but text, structure and web links can come through.
 */
export function RichText({ html }: { html: string }) {
  const content = useMemo(() => childrenOf(new DOMParser().parseFromString(html, 'text/html').body), [html])
  return <div className="ui-rich">{content}</div>
}

function childrenOf(parent: Node): ReactNode[] {
  return [...parent.childNodes].map((node, index) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent
    if (!(node instanceof Element)) return null
    // Order is all that tells the nodes of a parsed text apart, and it never changes.
    return elementOf(node, String(index))
  })
}

function elementOf(element: Element, key: string): ReactNode {
  const tag = element.localName
  if (dropped.has(tag)) return null
  if (!kept.has(tag)) return <Fragment key={key}>{childrenOf(element)}</Fragment>
  if (tag === 'br' || tag === 'hr') return createElement(tag, { key })
  if (tag !== 'a') return createElement(tag, { key }, ...childrenOf(element))
  const href = webAddress(element.getAttribute('href'))
  if (href === null) return <Fragment key={key}>{childrenOf(element)}</Fragment>
  return (
    <a key={key} href={href} target="_blank" rel="noopener noreferrer">
      {childrenOf(element)}
    </a>
  )
}

/** The address of a link that leads to a page, or null: no scripts, no data. */
export function webAddress(href: string | null): string | null {
  if (href === null) return null
  try {
    const { protocol, href: whole } = new URL(href, location.origin)
    return protocol === 'https:' || protocol === 'http:' || protocol === 'mailto:' ? whole : null
  } catch {
    return null
  }
}
