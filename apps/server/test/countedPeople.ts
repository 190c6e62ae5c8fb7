import { addDays } from '@drivesim/contract/businessDay'

// What the figures of people should say, by counting the days on which each was active one by one.

/** A day on which somebody was active. */
interface ActiveDay {
  readonly personId: number
  readonly day: string
}

/** Who was active in each day, week (by its Monday) or month, and who of them was not so on an earlier day. */
export function bucketsOf(active: readonly ActiveDay[], grain: 'day' | 'week' | 'month') {
  const bucket = (day: string) => {
    if (grain === 'day') return day
    if (grain === 'month') return `${day.slice(0, 7)}-01`
    return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
  }
  const firstDays = new Map(listOf(active).map(({ personId, day }) => [personId, day]))
  const all = new Map<string, { people: Set<number>; first: Set<number> }>()
  for (const { day, personId } of active) {
    const found = all.get(bucket(day)) ?? { people: new Set(), first: new Set() }
    all.set(bucket(day), found)
    found.people.add(personId)
    if (firstDays.get(personId) === day) found.first.add(personId)
  }
  return [...all]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([at, { people, first }]) => ({ at, people: people.size, first: first.size }))
}

/** Each person with their first day, the latest first. */
export function listOf(active: readonly ActiveDay[]): { personId: number; day: string }[] {
  const days = new Map<number, string>()
  for (const { personId, day } of active) {
    const known = days.get(personId)
    if (known === undefined || day < known) days.set(personId, day)
  }
  return [...days]
    .map(([personId, day]) => ({ personId, day }))
    .sort((one, other) =>
      one.day === other.day ? other.personId - one.personId : one.day < other.day ? 1 : -1,
    )
}
