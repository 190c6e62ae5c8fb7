import type { Db } from '@drivesim/server/dist/src/platform/postgres/db.js'
import { type RawBuilder, sql } from 'kysely'

const staff = 50
const labels = [
  '新增学员',
  '修改学员',
  '导入学员',
  '新增设备',
  '修改设备',
  '移动设备',
  '新增成员',
  '修改角色',
]

/**
 * The other long lists of a business with so many sessions: for every ten of them somebody changed something; for
 * every hundred there is a fault of the first simulator and a message of one person; for every two hundred a letter,
 * all of the half year after which they are deleted.
 */
export async function fillLists(db: Db, sessions: number, since: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into member (account, name, password_hash, organ_id)
    select 'bench-' || n, '员工' || n, '', o.id
    from generate_series(1, ${staff}::int) n
    join (select id, row_number() over (order by id) as place, count(*) over () as schools
      from organisation where type = 'school') o on o.place = n % o.schools + 1`.execute(db)
  await insertOperations(db, sessions / 10, since)
  await insertRest(db, sessions / 100, since)
}

/** Moments in equal steps since the beginning, as `n` and `at`. */
const moments = (many: number, since: RawBuilder<unknown>) => sql`(
  select n, ${since} + (now() - ${since}) * n / ${many}::int as at from generate_series(1, ${many}::int) n) moment`

/** Without the trigger, which counts the entries of a change one by one. */
async function insertOperations(db: Db, many: number, since: RawBuilder<unknown>): Promise<void> {
  await sql`alter table operation_log disable trigger operation_log_counted`.execute(db)
  await sql`
    insert into operation_log (at, member_id, account, call, label, address, user_agent, request_id)
    select at, m.id, m.account, 'students.modify', (${labels}::text[])[1 + n % ${labels.length}::int], '10.0.0.1', 'bench',
      n::text
    from ${moments(many, since)}
    join (select id, account, row_number() over (order by id) as place from member where account like 'bench-%') m
      on m.place = 1 + abs(hashint4(n::int)::bigint) % ${staff}::int
    order by n`.execute(db)
  await sql`
    insert into operation_log_count (member_id, block, entries)
    select member_id, block_of(id), count(*) from operation_log group by 1, 2`.execute(db)
  await sql`alter table operation_log enable trigger operation_log_counted`.execute(db)
  await sql`
    insert into operation_log_change (operation_id, table_name, row_id, before, after)
    select id, 'student', id::text, '{"name": "张三"}', '{"name": "李四"}' from operation_log`.execute(db)
}

async function insertRest(db: Db, many: number, since: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into fault (simulator_id, organ_id, room_id, code, text, raised_at, cleared_at)
    select s.id, s.organ_id, s.room_id, 'E01', '方向盘无响应', at, at + interval '1 second'
    from ${moments(many, since)}, (select * from simulator order by id limit 1) s
    order by n`.execute(db)
  await sql`
    insert into message (member_id, title, brief, content, state, created_at)
    select m.id, '设备离线', '设备离线', '<p>设备离线</p>', case when n % 3 = 0 then 'trash' else 'read' end, at
    from ${moments(many, since)}, (select id from member where account = 'bench-1') m
    order by n`.execute(db)
  await sql`
    insert into outbox (member_id, organ_id, channel, recipient, title, content, state, created_at)
    select m.id, m.organ_id, case when n % 2 = 0 then 'sms' else 'email' end, '', '设备离线', '设备离线',
      case when n % 20 = 0 then 'failed' else 'kept' end, at
    from ${moments(many / 2, sql`now() - interval '170 days'`)}
    join (select id, organ_id, row_number() over (order by id) as place from member where account like 'bench-%') m
      on m.place = 1 + n % ${staff}::int
    order by n`.execute(db)
}
