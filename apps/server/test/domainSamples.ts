import { type contract, type Endpoint, type ErrorEntry, errors, type InputOf } from '@drivesim/contract'
import type { TestApp } from './app.ts'
import type { Place } from './place.ts'

type Contract = typeof contract
type Code = Pick<ErrorEntry, 'code'>
/** What a stranger gets: a refusal, or an answer with nothing of the other organisation in it. */
export type Stranger = Code | 'nothing'

/** How the access matrix makes one call. */
export interface Sample<Input, Ids> {
  /** What its schema takes, with ids of one organisation. */
  input(ids: Ids): Input
  /** Where the state of things as they are made does not let even the owner: what the owner gets. */
  readonly refused?: Code
  /** For people of the platform alone: what everybody else gets. */
  readonly platformOnly?: Code
  /** What a stranger gets; `notFound` where nothing is said. */
  readonly foreign?: Stranger
  /** The same for a field of which alone is foreign, where that differs. */
  readonly alone?: Readonly<Record<string, Stranger>>
}

/** For a call that takes nothing. */
export const noInput = { input: () => ({}), foreign: 'nothing' } as const

export type Inputs = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** One domain's calls as the matrix makes them. */
export class DomainSamples {
  readonly calls: Readonly<Record<string, Sample<unknown, Place>>>
  readonly #make: (app: TestApp, place: Place) => Promise<object>

  constructor(calls: DomainSamples['calls'], make: (app: TestApp, place: Place) => Promise<object>) {
    this.calls = calls
    this.#make = make
  }

  /** Makes the domain's things at a place. @returns the input of each of its calls with their ids */
  async inputs(app: TestApp, place: Place): Promise<Inputs> {
    const ids = { ...place, ...(await this.#make(app, place)) }
    const made = Object.entries(this.calls).map(([name, { input }]) => [name, { ...Object(input(ids)) }])
    return Object.fromEntries(made)
  }
}

/** For a domain with calls that take the ids of a place and no other. */
export const nothingMore = () => Promise.resolve({})

/**
 * What `samples/<domain>.ts` exports as `samples`: a sample for each call of the domain. `make` makes what has ids of the
 * domain's own, at a place that has the rest; every text in it carries the place's mark.
 */
export function samplesOf<D extends keyof Contract, Own extends object>(
  _domain: D,
  make: (app: TestApp, place: Place) => Promise<Own>,
  calls: {
    readonly [E in keyof Contract[D]]: Contract[D][E] extends Endpoint
      ? Sample<InputOf<Contract[D][E]>, Place & NoInfer<Own>>
      : never
  },
): DomainSamples
export function samplesOf(
  _domain: string,
  make: (app: TestApp, place: Place) => Promise<object>,
  calls: Readonly<Record<string, Sample<unknown, Place>>>,
): DomainSamples {
  return new DomainSamples(calls, make)
}

/** The samples of a domain of the contract; they are found by its name, no list joins them. */
export async function loadSamples(domain: string): Promise<DomainSamples> {
  const file: { samples?: unknown } = await import(`./samples/${domain}.ts`)
  if (!(file.samples instanceof DomainSamples))
    throw new TypeError(`test/samples/${domain}.ts has no samples`)
  return file.samples
}

/** What a stranger gets when these fields are foreign. */
export function strangerGets(sample: Sample<unknown, Place>, field: string | undefined): Stranger {
  const alone = field === undefined ? undefined : sample.alone?.[field]
  return alone ?? sample.foreign ?? errors.notFound
}
