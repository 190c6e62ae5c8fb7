/** Facts whose months can be archived, by the names of their tables. */
export const archivedFacts = ['training_session'] as const
export type ArchivedFact = (typeof archivedFacts)[number]
