import type { ArticleEntry, Term } from '../../ui/help/node.ts'

/** What was found in the manual: an article, a section of one, or a word. */
export interface Found {
  readonly slug: string
  readonly anchor?: string
  readonly title: string
  /** The article of a section; the sentence of a word. */
  readonly note: string
}

/** How people begin a question; what they ask for comes behind it. */
const asking =
  /怎么(?:样|办)?|如何|为什么|为啥|什么是|是什么|什么意思|哪里|在哪|可以|能不能|的|吗|呢|[？?\s]/g
const most = 8

/** Articles, sections and words by what is typed: all of it, or else most of its pairs of characters. */
export function searchArticles(
  typed: string,
  articles: readonly ArticleEntry[],
  terms: readonly Term[],
): Found[] {
  const wanted = typed.toLowerCase().replaceAll(asking, '')
  if (wanted === '') return []
  const pairs = wanted.length < 3 ? [wanted] : pairsOf(wanted)
  return candidatesOf(articles, terms)
    .map(candidate => ({ candidate, score: scoreOf(candidate, wanted, pairs) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, most)
    .map(({ candidate: { weight: _, text: __, alone: ___, ...found } }) => found)
}

interface Candidate extends Found {
  readonly text: string
  /** Of two that say it, the one that is nearer to what people do. */
  readonly weight: number
  /** What it gains where nothing but it was typed. */
  readonly alone: number
}

const weights: Readonly<Record<ArticleEntry['kind'], number>> = { task: 4, screen: 3, glossary: 1, news: 0 }

function candidatesOf(articles: readonly ArticleEntry[], terms: readonly Term[]): Candidate[] {
  return [
    ...articles.map(({ slug, title, kind }) => ({
      slug,
      title,
      note: '',
      text: title,
      weight: weights[kind],
      alone: 20,
    })),
    ...articles
      .filter(({ kind }) => kind === 'screen' || kind === 'task')
      .flatMap(({ slug, title, headings }) =>
        headings
          .filter(({ title: words }) => !everywhere.has(words))
          .map(({ title: words, anchor }) => ({
            slug,
            anchor,
            title: words,
            note: title,
            text: words,
            weight: 2,
            alone: 5,
          })),
      ),
    ...terms.map(({ word, also, sentence }) => ({
      slug: 'glossary',
      anchor: word,
      title: word,
      note: sentence,
      text: [word, ...also].join(' '),
      weight: weights.glossary,
      alone: 30,
    })),
  ]
}

/** Headings that each article has. */
const everywhere: ReadonlySet<string> = new Set([
  ...['用来做什么', '怎么做', '状态和它们的意思', '常见问题', '什么时候用', '之后'],
])

function scoreOf(
  { text, title, weight, alone }: Candidate,
  wanted: string,
  pairs: readonly string[],
): number {
  const low = text.toLowerCase()
  if (low.includes(wanted))
    return 100 + weight * 5 + (title.length === wanted.length ? alone : 0) - title.length / 10
  const hit = pairs.filter(pair => low.includes(pair)).length / pairs.length
  return hit < 0.6 ? 0 : hit * 50 + weight * 5 - title.length / 10
}

const pairsOf = (text: string) => Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2))
