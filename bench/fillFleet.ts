import pg from 'pg'

/**
 * Adds a school with classrooms and simulators that were never seen, as the database's owner. They are called `LOAD-0`
 * and so on, which is also the key of each.
 * @returns the school's id
 */
export async function fillFleet(
  ownerUrl: string,
  { simulators, classrooms }: { simulators: number; classrooms: number },
): Promise<number> {
  const client = new pg.Client(ownerUrl)
  await client.connect()
  try {
    const { rows } = await client.query<{ id: number }>(
      `insert into organisation (name, type, parent_id)
       values ('测量用的驾校', 'school', (select id from organisation where type = 'platform')) returning id::int`,
    )
    const [school] = rows
    if (school === undefined) throw new Error('an insert gave no row')
    await client.query(
      `insert into classroom (organ_id, name) select $1::bigint, '教室 ' || n from generate_series(1, $2::int) n`,
      [school.id, classrooms],
    )
    await client.query(
      `insert into simulator (sn, name, organ_id, room_id, key_hash)
       select 'LOAD-' || n, '模拟器 ' || n, c.organ_id, c.id, sha256(('LOAD-' || n)::bytea)
       from generate_series(0, $2::int - 1) n
       join (select id, organ_id, row_number() over (order by id) as place from classroom where organ_id = $1) c
         on c.place = n % $3::int + 1`,
      [school.id, simulators, classrooms],
    )
    await client.query(
      'insert into simulator_state (simulator_id) select id from simulator where organ_id = $1',
      [school.id],
    )
    // As adding a device does: what is not there cannot be closed.
    await client.query(
      `insert into simulator_interval (simulator_id, fact, value, organ_id, room_id, started_at)
       select s.id, f.fact, f.value, s.organ_id, s.room_id, p.online_since
       from simulator s join simulator_state p on p.simulator_id = s.id
       cross join (values ('link', 'offline'), ('activity', 'idle'), ('health', 'ok'), ('administration', 'enabled'))
         f (fact, value)
       where s.organ_id = $1`,
      [school.id],
    )
    // What was filled, alone: a plan made for one page of a log that has just begun would be kept while it grows.
    await client.query(
      'vacuum analyze organisation, classroom, simulator, simulator_state, simulator_interval',
    )
    return school.id
  } finally {
    await client.end()
  }
}
