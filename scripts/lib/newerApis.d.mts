/** What the floors of `browserslist` in apps/web/package.json are of. */
export type Floor = 'application' | 'label'

/** What at least one of a floor's browsers has not, by the data of MDN. */
export interface NewerApis {
  /** `structuredClone`, `Intl.Segmenter`. */
  readonly globals: readonly string[]
  /** `['Array', 'toSorted', 'instance']`, `['Response', 'json', 'class']`. */
  readonly members: readonly (readonly [owner: string, name: string, of: 'class' | 'instance'])[]
  /** Names that no member has which all of the floor's browsers know: whoever uses such a name means what is newer. */
  readonly names: ReadonlySet<string>
}

export function newerApis(floor: Floor): NewerApis
