import type { Plugin } from 'vite'
import { type Article, readArticles, termsOf } from './articles.ts'

const prefix = 'virtual:manual'

/**
 * The manual's modules: `virtual:manual` lists the articles and loads each, a chunk of its own; `virtual:manual/terms` is the glossary for
 * the words on the screen.
 */
export const manual: Plugin = {
  name: 'manual',
  resolveId: id => (id.startsWith(prefix) ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith(`\0${prefix}`)) return null
    const articles = readArticles()
    const slug = id.slice(prefix.length + 2)
    if (slug === '') return indexOf(articles)
    const glossary = articles.filter(({ kind }) => kind === 'glossary')
    if (slug === 'terms') return exported('terms', glossary.flatMap(termsOf))
    return exported('tree', articles.find(article => article.slug === slug)?.tree)
  },
}

const exported = (name: string, value: unknown) => `export const ${name} = ${JSON.stringify(value)}`

function indexOf(articles: readonly Article[]): string {
  const entries = articles.map(({ tree: _, file: __, machines: ___, picture: ____, ...entry }) => entry)
  const loads = entries.map(
    ({ slug }) => `${JSON.stringify(slug)}: () => import(${JSON.stringify(`${prefix}/${slug}`)})`,
  )
  return `${exported('articles', entries)}\nexport const loads = {${loads.join(',')}}`
}
