import { byNumber, type Columns, none } from './treatments.ts'

/** What is kept of whom in the tables of figures. */
export const boardData = {
  figure: { grain: none, key: none, metric: none, period: none, slot: none, value: none },
  figure_due: { grain: none, key: none, metric: none, period: none, value: none },
  figure_fact: { at: none, metric: none, organ_id: none, source: none, source_id: none, value: none },
  figure_key: { key: none, organ_id: none },
  people_first: { grain: none, key: none, metric: none, people: none, period: none, prev: none, slot: none },
  people_first_due: { grain: none, key: none, metric: none, people: none, period: none, prev: none },
  person_day: {
    day: none,
    day_before: none,
    facts: none,
    metric: none,
    organ_id: none,
    other_school: none,
    person_id: byNumber,
  },
  person_day_before: { day: none, day_before: none, metric: none, organ_id: none, person_id: byNumber },
  person_fact: {
    day: none,
    metric: none,
    organ_id: none,
    person_id: byNumber,
    source: none,
    source_id: none,
  },
  person_schools: { first: none, last: none, metric: none, person_id: byNumber, schools: none },
} as const satisfies Columns<
  | 'figure'
  | 'figure_due'
  | 'figure_fact'
  | 'figure_key'
  | 'people_first'
  | 'people_first_due'
  | 'person_day'
  | 'person_day_before'
  | 'person_fact'
  | 'person_schools'
>
