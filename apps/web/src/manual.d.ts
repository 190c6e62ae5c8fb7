declare module 'virtual:manual' {
  export const articles: readonly import('./ui/help/node.ts').ArticleEntry[]
  export const loads: Readonly<
    Record<
      string,
      () => Promise<{
        tree: readonly import('./ui/help/node.ts').Element[]
        pictures: Readonly<Record<string, string>>
      }>
    >
  >
}

declare module 'virtual:manual/terms' {
  export const terms: readonly import('./ui/help/node.ts').Term[]
}

declare module 'virtual:manual/sections' {
  /** By the article. */
  export const sections: Readonly<Record<string, readonly import('./ui/help/node.ts').Section[]>>
}
