import type { ArticleEntry, Section, Term } from '../../ui/help/node.ts'

/** What was found in the manual: an article, a section of one, or a word. */
export interface Found {
  readonly slug: string
  readonly anchor?: string
  readonly title: string
  /** The article of a section; the sentence of a word. */
  readonly note: string
}

/** What is searched. */
export interface Searched {
  readonly articles: readonly ArticleEntry[]
  readonly terms: readonly Term[]
  /** By the article; none before they have come. */
  readonly sections: Readonly<Record<string, readonly Section[]>>
}

/** How people begin a question; what they ask for comes behind it. */
const asking =
  /怎么(?:样|办)?|如何|为什么|为啥|什么是|是什么|什么意思|哪里|在哪|可以|能不能|的|吗|呢|[？?\s]/g
const most = 8

/** Articles, sections and words by what is typed: all of it, or else most of its pairs of characters. */
export function searchArticles(typed: string, searched: Searched): Found[] {
  const wanted = typed.toLowerCase().replaceAll(asking, '')
  if (wanted === '') return []
  const pairs = wanted.length < 3 ? [wanted] : pairsOf(wanted)
  const scored = [...candidatesOf(searched), ...textsOf(searched)]
    .map(candidate => ({ candidate, score: scoreOf(candidate, wanted, pairs) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
  // What is found by its name is found by its text as well.
  const best = new Map(scored.map(({ candidate }) => [keyOf(candidate), candidate] as const).reverse())
  return scored
    .map(({ candidate }) => candidate)
    .filter(candidate => best.get(keyOf(candidate)) === candidate)
    .slice(0, most)
    .map(({ weight: _, text: __, alone: ___, whole: ____, ...found }) => found)
}

const keyOf = ({ slug, title }: Found) => `${slug} ${title}`

interface Candidate extends Found {
  readonly text: string
  /** Of two that say it, the one that is nearer to what people do. */
  readonly weight: number
  /** What it gains where nothing but it was typed. */
  readonly alone: number
  /** What it is worth where all that was typed is in it. */
  readonly whole: number
}

const weights: Readonly<Record<ArticleEntry['kind'], number>> = { task: 4, screen: 3, glossary: 1, news: 0 }

/** Titles, headings and words. */
function candidatesOf({ articles, terms }: Searched): Candidate[] {
  const whole = 100
  return [
    ...articles.map(({ slug, title, also, kind }) => ({
      slug,
      title,
      note: '',
      text: [title, ...also].join(' '),
      weight: weights[kind],
      alone: 20,
      whole,
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
            whole,
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
      whole,
    })),
  ]
}

/** What stands below the headings, after all that is found by its name. */
function textsOf({ articles, sections }: Searched): Candidate[] {
  return articles.flatMap(({ slug, title, kind, headings }) =>
    (sections[slug] ?? []).map(({ anchor, text }) => {
      const heading = headings.find(one => one.anchor === anchor)?.title ?? title
      const [first, second] = everywhere.has(heading) ? [title, heading] : [heading, title]
      return { slug, anchor, title: first, note: second, text, weight: weights[kind], alone: 0, whole: 60 }
    }),
  )
}

/** Headings that each article has. */
const everywhere: ReadonlySet<string> = new Set([
  ...['用来做什么', '怎么做', '状态和它们的意思', '常见问题', '什么时候用', '之后'],
])

function scoreOf(
  { text, title, weight, alone, whole }: Candidate,
  wanted: string,
  pairs: readonly string[],
): number {
  const low = text.toLowerCase()
  if (low.includes(wanted))
    return whole + weight * 5 + (title.length === wanted.length ? alone : 0) - title.length / 10
  const hit = pairs.filter(pair => low.includes(pair)).length / pairs.length
  // A long text has many pairs by chance.
  return hit < (whole < 100 ? 0.8 : 0.6) ? 0 : (hit * whole) / 2 + weight * 5 - title.length / 10
}

const pairsOf = (text: string) => Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2))
