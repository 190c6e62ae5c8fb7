import type {
  ComponentRow,
  DealResultRow,
  FaultTypeRow,
  opsSettings,
  Paging,
  ParsedOf,
  SparePartRow,
} from '@drivesim/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/postgres/db.ts'
import type { PartAfter } from '../../platform/postgres/paging.ts'
import { searched } from '../../platform/postgres/search.ts'

export type Filter = ParsedOf<typeof opsSettings.componentExport>
export type OfComponent = ParsedOf<typeof opsSettings.faultTypeExport>

/** Rows of a dictionary with all columns that its list shows, as a statement over its table `d`. */
interface Dictionary {
  readonly rows: RawBuilder<unknown>
  /** What a search looks into. */
  readonly searched: readonly string[]
}

const state = sql`case when d.enabled then 'enabled' else 'disabled' end as state`
const inComponent = sql`join component_kind k on k.id = d.component_kind_id`

const dictionaries = {
  component: {
    rows: sql`
      select d.id, d.name, d.sort, ${state}, d.mark is not null as "builtIn", d.version,
        (select count(*) from fault_type t where t.component_kind_id = d.id) as "faultTypes",
        (select count(*) from spare_part s where s.component_kind_id = d.id) as parts
      from component_kind d`,
    searched: ['d.name'],
  },
  faultType: {
    rows: sql`
      select d.id, d.name, d.sort, ${state}, d.mark is not null as "builtIn", d.version,
        d.component_kind_id as "componentKindId", k.name as "componentName", d.severity,
        d.repair_hours as "repairHours", d.settle_seconds as "settleSeconds",
        array(select c.code from fault_type_code c where c.fault_type_id = d.id order by 1) as codes
      from fault_type d ${inComponent}
      left join lateral (select string_agg(c.code, ' ') as codes from fault_type_code c where c.fault_type_id = d.id) c on true`,
    searched: ['d.name', 'c.codes'],
  },
  dealResult: {
    rows: sql`
      select d.id, d.name, d.sort, ${state}, d.mark is not null as "builtIn", d.version, d.outcome,
        d.needs_picture as "needsPicture"
      from deal_result d`,
    searched: ['d.name'],
  },
  part: {
    rows: sql`
      select d.id, d.name, d.sort, ${state}, false as "builtIn", d.version, d.model,
        d.component_kind_id as "componentKindId", k.name as "componentName", d.price
      from spare_part d ${inComponent}`,
    searched: ['d.name', 'd.model'],
  },
} as const satisfies Record<string, Dictionary>

interface Rows {
  component: ComponentRow
  faultType: FaultTypeRow
  dealResult: DealResultRow
  part: SparePartRow
}
export type Name = keyof Rows

function matching(name: Name, { paramValue, state: wanted, ...more }: Filter & Partial<OfComponent>) {
  const component = more.componentKindId
  return sql`${searched(paramValue, dictionaries[name].searched)}
    and ${wanted === undefined ? sql`true` : sql`d.enabled = ${wanted === 'enabled'}`}
    and ${component === undefined ? sql`true` : sql`d.component_kind_id = ${component}`}`
}

/** One page of a dictionary, in its order. */
export async function dictionaryPage<N extends Name>(
  db: Db,
  name: N,
  { pageNum, pageSize, ...filter }: Filter & Partial<OfComponent> & Paging,
): Promise<{ rows: Rows[N][]; total: number }> {
  const found = sql`${dictionaries[name].rows} where ${matching(name, filter)}`
  const { rows } = await sql<Rows[N]>`${found} order by d.sort, d.id
    limit ${pageSize} offset ${pageNum * pageSize}`.execute(db)
  const totals = await sql<{ total: number }>`select count(*) as total from (${found}) found`.execute(db)
  return { rows, total: totals.rows[0]?.total ?? 0 }
}

/** The next items of a file, by their ids. */
export async function dictionaryAfter<N extends Name>(
  db: Db,
  name: N,
  filter: Filter & Partial<OfComponent>,
  { after, most }: PartAfter,
): Promise<Rows[N][]> {
  const { rows } = await sql<Rows[N]>`${dictionaries[name].rows}
    where ${matching(name, filter)} and d.id > ${after} order by d.id limit ${most}`.execute(db)
  return rows
}

interface Choice {
  value: number
  label: string
}

/** What forms choose from. */
export async function readChoices(db: Db) {
  const { rows: components } = await sql<
    Choice & {
      faultTypes: (Choice & { severity: FaultTypeRow['severity']; repairHours: number })[]
      parts: (Choice & { price: number })[]
    }
  >`
    select k.id as value, k.name as label,
      coalesce((select jsonb_agg(jsonb_build_object('value', t.id, 'label', t.name, 'severity', t.severity,
          'repairHours', t.repair_hours) order by t.sort, t.id)
        from fault_type t where t.component_kind_id = k.id and t.enabled), '[]') as "faultTypes",
      coalesce((select jsonb_agg(jsonb_build_object('value', s.id, 'label', s.name, 'price', s.price) order by s.sort, s.id)
        from spare_part s where s.component_kind_id = k.id and s.enabled), '[]') as parts
    from component_kind k where k.enabled order by k.sort, k.id`.execute(db)
  const { rows: dealResults } = await sql<Choice & { needsPicture: boolean }>`
    select id as value, name as label, needs_picture as "needsPicture" from deal_result
    where enabled order by sort, id`.execute(db)
  return { components, dealResults }
}
