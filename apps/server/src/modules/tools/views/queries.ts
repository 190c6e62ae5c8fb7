import {
  type ColumnLook,
  type ListChoice,
  type ListName,
  listNames,
  type ParsedOf,
  type View,
  type views,
} from '@drivesim/contract'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** Who looks at views; `manages`: may change the shared ones of the organisations in the scope. */
export interface Reader {
  readonly id: number
  readonly manages: boolean
}

/** The most views of one list that are shown: a person's own first, then those of most concern. */
const mostShown = 500

const isOwn = (reader: Reader) => sql<boolean>`(v.owner_id = ${reader.id})`

/** Of the view `v`: whether the reader may change and remove it. */
const editable = (scope: Scope, reader: Reader) =>
  reader.manages
    ? sql<boolean>`(${isOwn(reader)} or (v.organ_id is not null and ${scoped(scope, sql.ref('v.organ_id'))}))`
    : isOwn(reader)

/** Of the view `v`: whether it is shared with an organisation of the reader's, or with one above. */
const sharedWith = (reader: Reader) => sql<boolean>`(v.organ_id = any(array(
  with recursive above as (
    select organ_id as id from member_organisation where member_id = ${reader.id}
    union
    select o.parent_id from organisation o join above on o.id = above.id where o.parent_id is not null
  )
  select id from above)))`

const readable = (scope: Scope, reader: Reader) =>
  sql<boolean>`(${editable(scope, reader)} or ${sharedWith(reader)})`

/** The view `v` as its readers are told of it. */
const viewColumns = (scope: Scope, reader: Reader) => sql`
  v.id as "viewId", v.name, v.organ_id as "organId",
  (select name from organisation where id = v.organ_id) as "organName",
  (select name from member where id = v.owner_id) as "ownerName",
  ${isOwn(reader)} as mine, ${editable(scope, reader)} as "mayEdit",
  v.filters, v.sort, v.columns, v.dense, v.version`

/** The views of a list that a person may see. */
export async function readViews(db: Db, scope: Scope, reader: Reader, list: string): Promise<View[]> {
  const { rows } = await sql<View>`
    select ${viewColumns(scope, reader)} from list_view v
    where v.list = ${list} and ${readable(scope, reader)}
    order by ${isOwn(reader)} desc, ${sharedWith(reader)} desc nulls last, v.name, v.id limit ${mostShown}`.execute(
    db,
  )
  return rows
}

/** A view of a list that a person may see; it stays until the transaction ends. */
export async function keepReadable(
  db: Db,
  scope: Scope,
  reader: Reader,
  { list, viewId }: { list: string; viewId: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from list_view v where v.id = ${viewId} and v.list = ${list} and ${readable(scope, reader)}
    for key share`.execute(db)
  return rows.length > 0
}

/** A view that a person may change. */
export async function findEditable(
  db: Db,
  scope: Scope,
  reader: Reader,
  id: number,
): Promise<View | undefined> {
  const { rows } = await sql<View>`
    select ${viewColumns(scope, reader)} from list_view v where v.id = ${id} and ${editable(scope, reader)}`.execute(
    db,
  )
  return rows[0]
}

/** The same, locked until the change is committed. */
export async function lockEditable(
  db: Db,
  scope: Scope,
  reader: Reader,
  id: number,
): Promise<View | undefined> {
  await sql`select from list_view v where v.id = ${id} and ${editable(scope, reader)} for update`.execute(db)
  return findEditable(db, scope, reader, id)
}

/** The organisations that a person is a member of. */
export async function ownOrganisations(
  db: Db,
  memberId: number,
): Promise<{ organId: number; organName: string }[]> {
  return db
    .selectFrom('member_organisation as mo')
    .innerJoin('organisation as o', 'o.id', 'mo.organ_id')
    .select(['o.id as organId', 'o.name as organName'])
    .where('mo.member_id', '=', memberId)
    .orderBy('o.name')
    .execute()
}

/** How many views of a list a person has, and of all that there are. Until the transaction ends nobody else adds one of theirs. */
export async function countOwn(
  db: Db,
  ownerId: number,
  list: string,
): Promise<{ ofList: number; inAll: number }> {
  await sql`select pg_advisory_xact_lock(hashtext('views of a person'), ${ownerId}::integer)`.execute(db)
  return db
    .selectFrom('list_view')
    .select([
      sql<number>`count(*) filter (where list = ${list})`.as('ofList'),
      sql<number>`count(*) filter (where list = any(${[...listNames]}))`.as('inAll'),
    ])
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
}

const jsonOrNull = (value: unknown) => (value === null ? null : JSON.stringify(value))

type Form = Omit<ParsedOf<typeof views.save>, 'viewId' | 'version'>

const columnsOf = ({ name, organId, filters, sort, columns, dense }: Form) => ({
  name,
  organ_id: organId ?? null,
  filters: JSON.stringify(filters),
  sort: jsonOrNull(sort),
  columns: jsonOrNull(columns),
  dense,
})

export async function insertView(db: Db, ownerId: number, form: Form): Promise<number> {
  const { id } = await db
    .insertInto('list_view')
    .values({ ...columnsOf(form), list: form.list, owner_id: ownerId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateView(db: Db, id: number, form: Form): Promise<void> {
  await db.updateTable('list_view').set(columnsOf(form)).where('id', '=', id).execute()
}

/** Whoever had chosen it has none from now on. */
export async function deleteView(db: Db, id: number): Promise<void> {
  await db.deleteFrom('list_view').where('id', '=', id).execute()
}

/** How a person arranged each list that there still is; a chosen view that they do not see any more is none. */
export async function readChoices(db: Db, scope: Scope, reader: Reader): Promise<ListChoice[]> {
  const { rows } = await sql<ListChoice>`
    select c.list, c.columns, c.dense, to_jsonb(seen) as view,
      case when seen."viewId" is not null then c.view_columns end as "viewColumns",
      case when seen."viewId" is not null then c.view_dense end as "viewDense"
    from list_choice c
    left join lateral (
      select ${viewColumns(scope, reader)} from list_view v where v.id = c.view_id and ${readable(scope, reader)}
    ) seen on true
    where c.member_id = ${reader.id} and c.list = any(${[...listNames]}) order by c.list`.execute(db)
  return rows
}

/** How a person arranged a list without a view. */
export async function readLook(db: Db, memberId: number, list: ListName): Promise<ColumnLook[] | null> {
  const { rows } = await sql<{ columns: ColumnLook[] | null }>`
    select columns from list_choice where member_id = ${memberId} and list = ${list}`.execute(db)
  return rows[0]?.columns ?? null
}

/** Keeps what a person sees of a list from now on. What they arranged without a view stays while they have one. */
export async function writeChoice(
  db: Db,
  memberId: number,
  { list, viewId, columns, dense }: ParsedOf<typeof views.choose>,
): Promise<void> {
  const look = { columns: jsonOrNull(columns), dense }
  const none = { columns: null, dense: null }
  const [plain, ofView] = viewId === undefined ? [look, none] : [none, look]
  const chosen = {
    view_id: viewId ?? null,
    view_columns: ofView.columns,
    view_dense: ofView.dense,
    updated_at: sql<Date>`now()`,
  }
  await db
    .insertInto('list_choice')
    .values({ member_id: memberId, list, ...plain, ...chosen })
    .onConflict(conflict =>
      conflict
        .columns(['member_id', 'list'])
        .doUpdateSet(viewId === undefined ? { ...plain, ...chosen } : chosen),
    )
    .execute()
}
