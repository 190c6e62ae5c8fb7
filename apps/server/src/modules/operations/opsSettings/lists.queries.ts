import type {
  ComponentRow,
  DealResultRow,
  FaultTypeRow,
  opsSettings,
  ParsedOf,
  SparePartRow,
} from '@drivesim/contract'
import { type RawBuilder, sql } from 'kysely'
import { type List, listByIds } from '../../../platform/lists/list.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { equals, isOneOf, matchesSearch } from '../../../platform/postgres/search.ts'

type Filter = ParsedOf<typeof opsSettings.faultTypeExport>

interface Dictionary {
  /** Its table as `d`, with what else its list shows. */
  readonly from: RawBuilder<unknown>
  /** What its list shows besides what every dictionary has. */
  readonly columns: RawBuilder<unknown>
  /** What a search looks into. */
  readonly searchedIn: readonly string[]
}

/** A dictionary: pages in the order that people gave it, its file by id. */
function dictionary<Row extends { id: number }>(given: Dictionary): List<Filter, Row> {
  const { from, columns, searchedIn } = given
  return listByIds<Filter, Row>({
    found: (_reader, { paramValue, state, componentKindId }) => sql<{ id: number }>`
      select d.id, d.sort from ${from}
      where ${matchesSearch(paramValue, searchedIn)} and ${equals('d.enabled', state && state === 'enabled')}
        and ${equals('d.component_kind_id', componentKindId)}`,
    rows: async ({ db }, ids) => {
      const { rows } = await sql<Row>`
        select d.id, d.name, d.sort, case when d.enabled then 'enabled' else 'disabled' end as state, d.version, ${columns}
        from ${from} where ${isOneOf('d.id', ids)}`.execute(db)
      return rows
    },
    idOf: row => row.id,
    first: 'oldest',
    order: () => sql`sort, id`,
  })
}

const inComponent = sql`join component_kind k on k.id = d.component_kind_id`
const component = sql`d.component_kind_id as "componentKindId", k.name as "componentName"`
const builtIn = sql`d.mark is not null as "builtIn"`

export const components = dictionary<ComponentRow>({
  from: sql`component_kind d`,
  columns: sql`${builtIn},
    (select count(*) from fault_type t where t.component_kind_id = d.id) as "faultTypes",
    (select count(*) from spare_part s where s.component_kind_id = d.id) as parts`,
  searchedIn: ['d.name'],
})

export const faultTypes = dictionary<FaultTypeRow>({
  from: sql`fault_type d ${inComponent}
    left join lateral (
      select array_agg(c.code order by c.code) as codes, string_agg(c.code, ' ') as searched
      from fault_type_code c where c.fault_type_id = d.id
    ) c on true`,
  columns: sql`${builtIn}, ${component}, d.severity, d.repair_hours as "repairHours",
    d.settle_seconds as "settleSeconds", coalesce(c.codes, '{}') as codes`,
  searchedIn: ['d.name', 'c.searched'],
})

export const dealResults = dictionary<DealResultRow>({
  from: sql`deal_result d`,
  columns: sql`${builtIn}, d.outcome, d.needs_picture as "needsPicture"`,
  searchedIn: ['d.name'],
})

export const parts = dictionary<SparePartRow>({
  from: sql`spare_part d ${inComponent}`,
  columns: sql`false as "builtIn", d.model, ${component}, d.price`,
  searchedIn: ['d.name', 'd.model'],
})

interface Choice {
  value: number
  label: string
}

/** What forms choose from. */
export async function readChoices(db: Db) {
  const { rows: components } = await sql<
    Choice & {
      faultTypes: (Choice & {
        severity: FaultTypeRow['severity']
        repairHours: number
        unclassified: boolean
      })[]
      parts: (Choice & { price: number })[]
    }
  >`
    select k.id as value, k.name as label,
      coalesce((select jsonb_agg(jsonb_build_object('value', t.id, 'label', t.name, 'severity', t.severity,
          'repairHours', t.repair_hours, 'unclassified', t.mark is not distinct from 'unclassified') order by t.sort, t.id)
        from fault_type t where t.component_kind_id = k.id and t.enabled), '[]') as "faultTypes",
      coalesce((select jsonb_agg(jsonb_build_object('value', s.id, 'label', s.name, 'price', s.price) order by s.sort, s.id)
        from spare_part s where s.component_kind_id = k.id and s.enabled), '[]') as parts
    from component_kind k where k.enabled order by k.sort, k.id`.execute(db)
  const { rows: dealResults } = await sql<Choice & { needsPicture: boolean }>`
    select id as value, name as label, needs_picture as "needsPicture" from deal_result
    where enabled order by sort, id`.execute(db)
  return { components, dealResults }
}
