import { type RawBuilder, sql } from 'kysely'
import type { Check } from '../../../platform/parts.ts'
import { differences } from '../../../platform/postgres/differences.ts'
import { hasSessions } from '../../tools/archive/service.ts'

/** What is kept of months whose sessions are archived is compared when they are restored. */
const hasFacts = (metrics: readonly string[], day: RawBuilder<unknown>) =>
  sql`(metric::text <> all(${[...metrics]}::text[]) or ${hasSessions(day)})`

const sums: Check = {
  title: '看板汇总等于事实',
  wrong: differences(
    sql`select metric, key, grain, period, value from figure_due`,
    sql`select metric, key, grain, period, sum(value)::bigint as value from figure
      where (grain <> 'h' or period >= now() - interval '400 days')
        and ${hasFacts(['appUses', 'trainingSeconds', 'effectiveSeconds'], sql`business_day(period)`)}
      group by 1, 2, 3, 4 having sum(value) <> 0`,
  ),
}

const personDays: Check = {
  title: '人员日等于事实',
  wrong: differences(
    sql`select metric, person_id, day, organ_id, count(*) as facts from person_fact group by 1, 2, 3, 4`,
    sql`select metric, person_id, day, organ_id, facts from person_day where ${hasFacts(['courseUsers'], sql`day`)}`,
  ),
}

const firsts: Check = {
  title: '首次计入等于人员日',
  wrong: differences(
    sql`select metric, key, grain, period, prev, people from people_first_due`,
    sql`select metric, key, grain, period, prev, sum(people)::integer as people from people_first
      group by 1, 2, 3, 4, 5 having sum(people) <> 0`,
  ),
}

const otherSchools: Check = {
  title: '跨校标记等于人员日',
  wrong: differences(
    sql`select d.metric, d.person_id, d.day, d.organ_id,
        case when s.schools is null then 0 else other_school(o.school_id, s.first, s.last, s.schools) end as other_school
      from person_day d join organ_school o using (organ_id) left join person_schools s using (metric, person_id)`,
    sql`select metric, person_id, day, organ_id, other_school from person_day`,
  ),
}

const daysBefore: Check = {
  title: '本校前一日等于人员日',
  wrong: differences(
    sql`select metric, person_id, day, organ_id, day_before from person_day_before`,
    sql`select metric, person_id, day, organ_id, day_before from person_day`,
  ),
}

/** What the board shows is what happened; `select rebuild_figures()` makes it so again. */
export const figureChecks: readonly Check[] = [sums, personDays, firsts, otherSchools, daysBefore]
