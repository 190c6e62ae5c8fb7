import { basename } from 'node:path'
import type { Plugin } from 'vite'
import { type Article, readArticles, sectionsOf, termsOf } from './articles.ts'

const prefix = 'virtual:manual'

/**
 * The manual's modules: `virtual:manual` lists the articles and loads each, a chunk of its own; `virtual:manual/terms` is the glossary for
 * the words on the screen, `virtual:manual/sections` the text of all for the search.
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
    if (slug === 'sections') {
      return exported(
        'sections',
        Object.fromEntries(articles.filter(isSearched).map(article => [article.slug, sectionsOf(article)])),
      )
    }
    const article = articles.find(one => one.slug === slug)
    return article === undefined ? null : moduleOf(article)
  },
}

/** The glossary's words are found by themselves. */
const isSearched = ({ kind }: Article) => kind === 'screen' || kind === 'task'

const exported = (name: string, value: unknown) => `export const ${name} = ${JSON.stringify(value)}`

/** An article, and the addresses of its pictures. */
function moduleOf({ tree, pictures }: Article): string {
  const imports = pictures.map((file, place) => `import p${place} from ${JSON.stringify(`${file}?url`)}`)
  const addresses = pictures.map((file, place) => `${JSON.stringify(basename(file))}: p${place}`)
  return [...imports, `export const pictures = {${addresses.join(',')}}`, exported('tree', tree)].join('\n')
}

function indexOf(articles: readonly Article[]): string {
  const entries = articles.map(
    ({ tree: _, file: __, machines: ___, picture: ____, pictures: _____, ...entry }) => entry,
  )
  const loads = entries.map(
    ({ slug }) => `${JSON.stringify(slug)}: () => import(${JSON.stringify(`${prefix}/${slug}`)})`,
  )
  return `${exported('articles', entries)}\nexport const loads = {${loads.join(',')}}`
}
