import { create } from 'zustand'

const none: ReadonlyMap<string, string> = new Map()

/** The glossary's words, the other names of each among them, and their sentences; empty until {@link loadTerms} has brought them. */
export const useTerms = create<{ readonly terms: ReadonlyMap<string, string> }>(() => ({ terms: none }))

/** Brings the glossary; without it words stand as they are. */
export async function loadTerms(): Promise<void> {
  if (useTerms.getState().terms !== none) return
  const { terms } = await import('virtual:manual/terms')
  useTerms.setState({
    terms: new Map(
      terms.flatMap(({ word, sentence, also }) => [word, ...also].map(name => [name, sentence])),
    ),
  })
}
