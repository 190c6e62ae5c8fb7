import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { idNumberCheck, search, students, type Tokens } from '@drivesim/contract'
import pg from 'pg'
import { call, memory, signIn } from './http.ts'
import { fillDevices, simulators } from './list.ts'
import { databaseUrl, startServer } from './server.ts'
import { fillSorted, measureSorted } from './sortedStudents.ts'
import { type Figure, percentile } from './table.ts'

const password = 'Bench@2026-07'
const importedCount = 50_000
/** Of the other schools, beside them. */
const othersCount = 50_000
/** As the browser sends a file. */
const rowsPerPart = 2500
const many = 1_000_000

/** Students: a file taken in, their list in any order, one of a million found, by their list and by Ctrl-K, all of a million written out. */
export async function benchStudents(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'drivesim-bench-students-'))
  const server = await startServer(folder, {
    DEMO: '0',
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'error',
    // All of them at once, not by a job.
    EXPORT_ROWS: '9999999',
  })
  const owner = new pg.Client(databaseUrl(folder, 'drivesim_owner'))
  await owner.connect()
  try {
    const tokens = await signIn(server.url, 'admin', password)
    await fillDevices(databaseUrl(folder, 'drivesim_owner'))
    const { rows } = await owner.query<{ id: number }>(
      `select min(id)::int as id from organisation where type = 'school'`,
    )
    const schoolId = rows[0]?.id ?? 0
    const importing = await importFile(server.url, tokens, schoolId)
    await fillSorted(owner, { schoolId, others: othersCount })
    const sorted = await measureSorted(databaseUrl(folder, 'drivesim_app'), schoolId)
    await fill(owner)
    return [
      importing,
      ...sorted,
      await measureSearching(server.url, tokens, owner),
      await measureExporting(server.url, tokens),
      // Last: it asks as often as one person may in a minute.
      await measureFinding(server.url, tokens, owner),
    ]
  } finally {
    await owner.end()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** All parts are checked before the first is taken, as the browser does it. */
async function importFile(url: string, tokens: Tokens, schoolId: number): Promise<Figure> {
  const parts = Array.from({ length: importedCount / rowsPerPart }, (_, part) =>
    Array.from({ length: rowsPerPart }, (_, row) => person(part * rowsPerPart + row)),
  )
  const send = async (dryRun: boolean) => {
    const began = performance.now()
    for (const rows of parts) {
      const { accepted } = await call(url, tokens, students.import, {
        schoolId,
        students: rows,
        mode: 'all',
        dryRun,
      })
      if (accepted !== rowsPerPart) throw new Error(`${accepted} of ${rowsPerPart} were taken`)
    }
    return (performance.now() - began) / 1000
  }
  const checking = await send(true)
  const taking = await send(false)
  return {
    what: `import of ${importedCount} students: checked, then taken`,
    value: `${(checking + taking).toFixed(1)} s (${checking.toFixed(1)} + ${taking.toFixed(1)})`,
    bound: '< 15 s',
    passed: checking + taking < 15,
  }
}

const surnames = '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高'
const givenNames = '伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉萍红兰梅鑫宇浩轩梓涵雨欣怡嘉豪'

function person(place: number) {
  const two = (value: number) => String(value).padStart(2, '0')
  const birthday = `${1970 + (Math.floor(place / 1000) % 30)}${two(1 + (place % 12))}${two(1 + (place % 28))}`
  const digits = `440106${birthday}${String(place % 1000).padStart(3, '0')}`
  const letter = (of: string, step: number) => of[(place * step) % of.length] ?? ''
  return {
    userName: letter(surnames, 7) + letter(givenNames, 11) + letter(givenNames, 13),
    userPhone: `138${String(place).padStart(8, '0')}`,
    idNumber: digits + idNumberCheck(digits),
    gearType: place % 3 === 0 ? 'C2' : 'C1',
  }
}

/** A million students beside them, in a hundred schools. */
async function fill(owner: pg.Client): Promise<void> {
  await owner.query(
    `alter table student disable trigger user;
     drop index student_grams;
     insert into student (id, name, name_initials, phone, school_id, gear_type)
     select nextval('person_id'),
       substr('${surnames}', 1 + i % 20, 1) || chr((19968 + i::bigint * 7919 % 3000)::int) || chr((19968 + i::bigint * 104729 % 3000)::int),
       chr(97 + i * 31 % 26) || chr(97 + i * 57 / 26 % 26) || chr((97 + i::bigint * 131 / 676 % 26)::int),
       (13000000000 + i::bigint * 7919)::text, schools.ids[1 + i % 100], 'C1'
     from generate_series(1, ${many}) i,
       (select array_agg(id) as ids from organisation where type = 'school') schools;
     create index student_grams on student using gin (name_grams(name));
     truncate student_count;
     insert into student_count (school_id, gear_type, state, block, students)
       select school_id, gear_type, state, block_of(id), count(*) from student group by 1, 2, 3, 4;
     alter table student enable trigger user`,
  )
  await owner.query('vacuum analyze student')
}

async function measureSearching(url: string, tokens: Tokens, owner: pg.Client): Promise<Figure> {
  const { rows } = await owner.query<{ name: string; initials: string; phone: string }>(
    `select name, name_initials as initials, phone from student where id % (select max(id) / 100 from student) = 7`,
  )
  const asked = rows.flatMap(({ name, initials, phone }) => [
    name,
    name.slice(1),
    name.slice(0, 2),
    initials,
    phone.slice(-4),
    phone,
  ])
  const took: number[] = []
  for (const paramValue of [...asked.slice(0, 30), ...asked]) {
    const began = performance.now()
    const answer = await fetch(
      `${url}/dm-api${students.list.path}?paramValue=${encodeURIComponent(paramValue)}`,
      { headers: { authorization: `Bearer ${tokens.token}` } },
    )
    const body = await answer.text()
    took.push(performance.now() - began)
    if (!body.includes('"userId"')) throw new Error(`nobody was found by ${paramValue}: ${body}`)
  }
  const measured = took.slice(30)
  const ms = (part: number) => percentile(measured, part).toFixed(0)
  return {
    what: `search among ${many} students by name, initials, phone: p95`,
    value: `${ms(0.95)} ms (p50 ${ms(0.5)}, max ${ms(1)})`,
    bound: '< 50 ms',
    passed: percentile(measured, 0.95) < 50,
  }
}

/** As many as one person may ask in a minute, less what goes before. */
const mostAsked = 210

/** What is typed into Ctrl-K: every kind of record is looked through that such a text may name. */
async function measureFinding(url: string, tokens: Tokens, owner: pg.Client): Promise<Figure> {
  const { rows } = await owner.query<{ name: string; initials: string; phone: string }>(
    `select name, name_initials as initials, phone from student where id % (select max(id) / 20 from student) = 11`,
  )
  const texts = rows.flatMap(({ name, initials, phone }, place) => {
    const number = String(place * 997).padStart(5, '0')
    const found = [name, name.slice(1), name.slice(0, 2), initials, phone.slice(-4), phone]
    // Nobody has these: a page's name, an order's and a work order's number.
    const other = ['学员列表', `CZ20261101${number}`, `WO20261101${number}`]
    return [...found, `BENCH-${number}`, `BENCH-${number.slice(0, 3)}`, `粤A${number}`, ...other]
  })
  const ask = async (text: string) => {
    const began = performance.now()
    const { partial } = await call(url, tokens, search.records, { text })
    if (partial.length > 0) throw new Error(`${partial.join('、')} took too long for ${text}`)
    return { text, ms: performance.now() - began }
  }
  for (const text of texts.slice(0, 25)) await ask(text)
  const asked: { text: string; ms: number }[] = []
  for (const text of texts.slice(0, mostAsked)) asked.push(await ask(text))
  asked.sort((one, other) => other.ms - one.ms)
  console.log(
    asked
      .filter((_, n) => n < 60 || n % 10 === 0)
      .map(({ text, ms }) => `${text} ${ms.toFixed(0)}`)
      .join('  '),
  )
  const took = asked.map(one => one.ms)
  const slowest = asked.slice(0, 3).map(({ text, ms }) => `${text} ${ms.toFixed(0)}`)
  const ms = (part: number) => percentile(took, part).toFixed(0)
  return {
    what: `Ctrl-K among ${many} students and ${simulators} devices, 12 kinds of text: p95`,
    value: `${ms(0.95)} ms (p50 ${ms(0.5)}; ${slowest.join(', ')})`,
    bound: '< 50 ms',
    passed: percentile(took, 0.95) < 50,
  }
}

/** The file is read as fast as it comes; meanwhile the server says how much memory it holds. */
async function measureExporting(url: string, tokens: Tokens): Promise<Figure> {
  const began = performance.now()
  const response = await fetch(`${url}/dm-api${students.export.path}`, {
    headers: { authorization: `Bearer ${tokens.token}` },
  })
  let lines = 0
  const peak = { early: 0, late: 0 }
  let asked = performance.now()
  for await (const chunk of response.body ?? []) {
    for (const byte of chunk) if (byte === 10) lines += 1
    if (performance.now() - asked < 250) continue
    const part = lines < many / 2 ? 'early' : 'late'
    peak[part] = Math.max(peak[part], await memory(url))
    asked = performance.now()
  }
  const seconds = (performance.now() - began) / 1000
  const mb = (bytes: number) => (bytes / 2 ** 20).toFixed(0)
  const whole = lines === many + importedCount + othersCount + 1
  return {
    what: `export of ${lines - 1} students: most memory in the second half, of that in the first`,
    value: `${((100 * peak.late) / peak.early).toFixed(0)} % (${mb(peak.late)} of ${mb(peak.early)} MB; ${seconds.toFixed(0)} s)`,
    bound: '≤ 115 %',
    passed: whole && peak.late <= 1.15 * peak.early,
  }
}
