import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { errors } from '@drivesim/contract'
import { parse } from 'yaml'
import { z } from 'zod'
import type { ArticleEntry, Element, Section, Term } from '../src/ui/help/node.ts'
import { anchorOf, textOf, treeOf } from './tree.ts'

// The manual as docs/manual has it (decision 0119): read at the build and by the tests, never by the server.

const folder = fileURLToPath(new URL('../../../docs/manual/', import.meta.url))

const head = z.strictObject({
  title: z.string(),
  routes: z.array(z.string()),
  tabs: z.array(z.string()).default([]),
  /** Codes of its tabs: whoever opens the page may not see them. */
  access: z.array(z.string()).default([]),
  /** For people who manage the whole platform. */
  platform: z.boolean().default(false),
  /** What people call it who do not know its name. */
  also: z.array(z.string()).default([]),
  machines: z.array(z.string()).default([]),
  /** What the picture shows, as whom, and up to three names that are marked. */
  picture: z
    .strictObject({
      open: z.string(),
      as: z.enum(['admin', 'school', 'finance', 'ops', 'guest']),
      mark: z.array(z.string()).max(3).default([]),
    })
    .optional(),
})

export interface Article extends ArticleEntry, Pick<z.output<typeof head>, 'machines' | 'picture'> {
  /** Below docs/manual. */
  readonly file: string
  readonly tree: readonly Element[]
  /** The files of its pictures. */
  readonly pictures: readonly string[]
}

const kinds = { screens: 'screen', tasks: 'task' } as const
const names: Readonly<Record<string, Pick<ArticleEntry, 'slug' | 'kind'>>> = {
  'glossary.md': { slug: 'glossary', kind: 'glossary' },
  '更新内容.md': { slug: 'news', kind: 'news' },
}

/** All articles, by their files' names. */
export function readArticles(): Article[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.md'))
    .sort()
    .map(readArticle)
}

function readArticle(file: string): Article {
  const text = readFileSync(`${folder}${file}`, 'utf8')
  const [, front, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  if (front === undefined || body === undefined) throw new Error(`${file} has no front matter`)
  const { picture, ...said } = head.parse(parse(front))
  const [room = '', name = ''] = file.split('/')
  const known = names[file] ?? {
    slug: name.replace(/\.md$/, ''),
    kind: kinds[room as keyof typeof kinds],
  }
  const { plain, remarks } = remarksIn(body)
  const tree = treeOf(plain, known.slug).map(element => {
    const access = remarks.get(element.anchor ?? '')?.access
    return access === undefined ? element : { ...element, access }
  })
  const pictures = [...plain.matchAll(/!\[[^\]]*\]\(\.\.\/pictures\/([\w-]+\.webp)\)/g)].map(
    ([, picture]) => `${folder}pictures/${picture}`,
  )
  const headings = tree.flatMap(element =>
    element.anchor === undefined ? [] : [{ title: textOf(element), anchor: element.anchor }],
  )
  const why = [...remarks].flatMap(([anchor, said]) =>
    (said.why ?? []).map(refusal => ({ code: codeOf(refusal, file), anchor })),
  )
  return {
    ...known,
    file,
    ...said,
    ...(picture && { picture }),
    headings,
    why,
    tree,
    pictures,
  }
}

function codeOf(refusal: string, file: string): number {
  const known = errors[refusal as keyof typeof errors]
  if (known === undefined) throw new Error(`${file}: there is no refusal ${refusal}`)
  return known.code
}

type Remarks = Readonly<Partial<Record<'access' | 'why', readonly string[]>>>

/** `<!-- why: billNot, monthClosed -->` below a heading says which refusals the section explains, `access` whom it concerns. */
function remarksIn(body: string): { plain: string; remarks: ReadonlyMap<string, Remarks> } {
  const remarks = new Map<string, Remarks>()
  let anchor = ''
  const lines = body.split('\n').filter(line => {
    const heading = /^#{2,3} (.+)$/.exec(line)?.[1]
    if (heading !== undefined) anchor = anchorOf(heading)
    const [, key, words] = /^<!-- (access|why): (.+) -->$/.exec(line) ?? []
    if (key === undefined || words === undefined) return true
    remarks.set(anchor, { ...remarks.get(anchor), [key]: words.split(', ') })
    return false
  })
  return { plain: lines.join('\n'), remarks }
}

/** What stands below each heading, for who searches for words that are in none. */
export function sectionsOf({ tree }: Article): Section[] {
  const sections: { anchor: string; text: string }[] = []
  for (const element of tree) {
    const last = sections.at(-1)
    if (element.anchor !== undefined) sections.push({ anchor: element.anchor, text: '' })
    else if (last !== undefined) last.text += `${textOf(element)} `
  }
  return sections.filter(({ text }) => text !== '')
}

/** The glossary's words: below each heading the sentence, and `同义：…` where it has other names. */
export function termsOf({ tree }: Article): Term[] {
  const terms: { word: string; sentence: string; also: string[] }[] = []
  for (const element of tree) {
    const last = terms.at(-1)
    const text = textOf(element)
    if (element.tag === 'h2') terms.push({ word: text, sentence: '', also: [] })
    else if (last !== undefined && text.startsWith('同义：')) last.also.push(...text.slice(3).split('、'))
    else if (last?.sentence === '') last.sentence = text
  }
  return terms
}
