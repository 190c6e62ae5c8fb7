/** The choices of a select box from the contract's words: `{ draft: '草稿' }`. */
export function optionsOf(words: Readonly<Record<string, string>>): { value: string; label: string }[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }))
}
