import pg from 'pg'
import { query } from './database.ts'

/**
 * What a database consists of, one line for each thing: tables, columns, constraints, indexes, triggers, functions, views,
 * sequences, types, comments, and what the owner and the application may do. Neither the order of columns nor the months
 * of what is kept by months count.
 */
export async function catalogueOf(ownerUrl: string): Promise<string[]> {
  return ((await query(ownerUrl, catalogue)) as { line: string }[]).map(({ line }) => line).sort()
}

/** The rows that stand in a database that was only made, without the moments at which it was. Over one connection: tables are many. */
export async function rowsOfMade(ownerUrl: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string; times: string[] }>(
      `select c.relname as name, coalesce(array_agg(a.attname) filter (where a.atttypid = 'timestamptz'::regtype), '{}')::text[] as times
       from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition
         and c.relname <> 'schema_migration' and a.attnum > 0
       group by 1`,
    )
    const found: Record<string, string> = {}
    for (const { name, times } of tables) {
      const { rows } = await client.query<{ rows: string }>(
        `select coalesce(string_agg((to_jsonb(t) - $1::text[])::text, E'\\n' order by (to_jsonb(t) - $1::text[])::text), '') as rows from ${name} t`,
        [times],
      )
      found[name] = rows[0]?.rows ?? ''
    }
    return found
  } finally {
    await client.end()
  }
}

const catalogue = `
  with relation as (
    select c.*, c.oid::regclass::text as name from pg_class c
    where c.relnamespace in ('public'::regnamespace, to_regnamespace('report')) and not c.relispartition
      and c.relname !~ '^schema_migration'
  ),
  routine as (
    select p.* from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  ),
  grants (thing, owner, acl) as (
    select name, relowner, relacl from relation where relkind in ('r', 'p', 'v', 'S')
    union all
    select r.name || '.' || a.attname, r.relowner, a.attacl
    from pg_attribute a join relation r on r.oid = a.attrelid where a.attacl is not null
    union all
    select oid::regprocedure::text, proowner, proacl from routine
    union all
    select 'schema ' || nspname, nspowner, nspacl from pg_namespace where nspname = 'report'
  )
  select format('table %s %s %s %s', name, relkind, relpersistence, reloptions) || coalesce(' by ' || pg_get_partkeydef(oid), '') as line
  from relation where relkind in ('r', 'p')
  union all
  select format('column %s.%s %s', r.name, a.attname, format_type(a.atttypid, a.atttypmod))
    || case when a.attnotnull then ' not null' else '' end
    || case when a.attcollation <> t.typcollation then ' collate ' || a.attcollation::regcollation else '' end
    || case when a.attidentity <> '' then ' identity ' || a.attidentity::text else '' end
    || coalesce(case when a.attgenerated <> '' then ' generated ' else ' default ' end || pg_get_expr(d.adbin, d.adrelid), '')
  from pg_attribute a join relation r on r.oid = a.attrelid join pg_type t on t.oid = a.atttypid
  left join pg_attrdef d on (d.adrelid, d.adnum) = (a.attrelid, a.attnum)
  where r.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
  union all
  select format('constraint %s.%s %s', r.name, k.conname, pg_get_constraintdef(k.oid))
  from pg_constraint k join relation r on r.oid = k.conrelid where k.contype not in ('n', 't')
  union all
  select 'index ' || pg_get_indexdef(i.indexrelid) from pg_index i join relation r on r.oid = i.indrelid
  union all
  select format('trigger %s %s', pg_get_triggerdef(t.oid), t.tgenabled)
  from pg_trigger t join relation r on r.oid = t.tgrelid where not t.tgisinternal
  union all
  select 'function ' || pg_get_functiondef(oid) from routine
  union all
  select format('view %s %s %s', name, reloptions, pg_get_viewdef(oid)) from relation where relkind = 'v'
  union all
  select format('sequence %s %s', r.name, to_jsonb(s) - 'seqrelid' - 'seqtypid')
  from pg_sequence s join relation r on r.oid = s.seqrelid
  union all
  select format('type %s %s', t.typname, string_agg(e.enumlabel, ',' order by e.enumsortorder))
  from pg_type t join pg_enum e on e.enumtypid = t.oid where t.typnamespace = 'public'::regnamespace group by t.typname
  union all
  select 'extension ' || extname from pg_extension
  union all
  select format('comment %s.%s %s', r.name, a.attname, d.description)
  from pg_description d join relation r on r.oid = d.objoid and d.classoid = 'pg_class'::regclass
  left join pg_attribute a on a.attrelid = r.oid and a.attnum = d.objsubid and d.objsubid > 0
  union all
  select format('grant %s %s', thing, string_agg(
    case a.grantee when 0 then 'public' when owner then 'owner' else 'app' end || ' ' || a.privilege_type, ',' order by
    case a.grantee when 0 then 'public' when owner then 'owner' else 'app' end, a.privilege_type))
  from grants, aclexplode(acl) a group by thing`
