import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** Fault types with the names of their components, and the codes by which devices report them. */
export async function insertFaultTypes(
  db: Db,
  types: readonly {
    kind: string
    name: string
    severity: string
    hours: number
    sort: number
    codes: readonly string[]
  }[],
): Promise<void> {
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(types)}::jsonb) as
        x (kind text, name text, severity text, hours integer, sort integer, codes jsonb)
    ), made as (
      insert into fault_type (component_kind_id, name, severity, repair_hours, sort)
      select k.id, g.name, g.severity, g.hours, g.sort from given g join component_kind k on k.name = g.kind
      returning id, component_kind_id, name
    )
    insert into fault_type_code (code, fault_type_id)
    select code, m.id
    from given g
    join component_kind k on k.name = g.kind
    join made m on m.component_kind_id = k.id and m.name = g.name
    cross join jsonb_array_elements_text(g.codes) code`.execute(db)
}

export async function insertParts(
  db: Db,
  parts: readonly { kind: string; name: string; model: string; price: number }[],
): Promise<void> {
  await sql`
    insert into spare_part (component_kind_id, name, model, price)
    select k.id, x.name, x.model, x.price
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as x (kind text, name text, model text, price bigint)
    join component_kind k on k.name = x.kind`.execute(db)
}
