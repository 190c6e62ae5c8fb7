/** A piece of an article: text, or an element with what it holds. */
export type Node = string | Element

export interface Element {
  readonly tag: Tag
  readonly children: readonly Node[]
  /** Of a heading, and of what a link leads to. */
  readonly anchor?: string
  /** Of a link within the manual. */
  readonly article?: string
  /** Of a link to elsewhere. */
  readonly href?: string
  /** Of a picture: its file, and what it shows. */
  readonly picture?: { readonly file: string; readonly alt: string }
  /** Of what concerns only people with one of these codes. */
  readonly access?: readonly string[]
}

export type Tag =
  | 'h2'
  | 'h3'
  | 'p'
  | 'ol'
  | 'ul'
  | 'li'
  | 'strong'
  | 'em'
  | 'code'
  | 'pre'
  | 'a'
  | 'img'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td'
  | 'br'
  | 'blockquote'

/** What is known of an article before it is read. */
export interface ArticleEntry {
  readonly slug: string
  readonly kind: 'screen' | 'task' | 'glossary' | 'news'
  readonly title: string
  /** Paths of its pages; none: it is for everybody. */
  readonly routes: readonly string[]
  /** Tabs of its page (`?tab=`) that it is of. */
  readonly tabs: readonly string[]
  /** Any one of these codes, besides those of its pages; none: whoever opens one of its pages. */
  readonly access: readonly string[]
  /** Whether it is only for people who manage the whole platform. */
  readonly platform: boolean
  /** What people call it who do not know its name. */
  readonly also: readonly string[]
  readonly headings: readonly { readonly title: string; readonly anchor: string }[]
  /** Refusals that a section explains, by their codes. */
  readonly why: readonly { readonly code: number; readonly anchor: string }[]
}

/** What stands below a heading of an article. */
export interface Section {
  readonly anchor: string
  readonly text: string
}

/** A word of the glossary: the sentence that stands beside it on a screen, and what else it is called. */
export interface Term {
  readonly word: string
  readonly sentence: string
  readonly also: readonly string[]
}
