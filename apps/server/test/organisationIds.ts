import { z } from 'zod'
import type { TestApp } from './app.ts'
import { query } from './database.ts'
import {
  makeClassroom,
  makeMember,
  makeOrganisation,
  makeRole,
  makeSimulator,
  makeStudent,
} from './factories.ts'
import type { Ids } from './samples.ts'

/** An organisation with one of each thing; every name in it carries the mark. */
export async function makeIds(app: TestApp, mark: string): Promise<Ids> {
  const { pool } = app.services
  const organ = await makeOrganisation(pool, { name: `${mark}-驾校` })
  const room = await makeClassroom(pool, organ, `${mark}-教室`)
  const { id, sn } = await makeSimulator(pool, { organ, room, sn: `${mark}-0001`, name: `${mark}-设备` })
  // Its own role is the platform's, which everybody may see: it is called as the account is.
  const account = mark.toLowerCase()
  const member = await makeMember(pool, { account, name: `${mark}-成员`, organs: [organ] })
  const role = await makeRole(pool, { name: `${mark}-角色`, organ })
  await app.signIn(account, member.password)
  const [row] = await query(
    app.database.ownerUrl,
    `with operation as (
       insert into operation_log (member_id, account, call, label, request_id) values ($1, $2, 'x', $3, 'x') returning id
     ), command as (
       insert into simulator_command (id, simulator_id, organ_id, member_id, command, expires_at)
       values (gen_random_uuid(), $4, $5, $1, 'lock', now() + interval '1 day') returning id
     )
     select operation.id::int as operation, command.id as command, session.id as session
     from operation, command, session where session.member_id = $1`,
    [member.id, account, `${mark}-操作`, id, organ],
  )
  const { session, operation, command } = z
    .object({ session: z.string(), operation: z.int(), command: z.string() })
    .parse(row)
  const things = await makeAppThings(app, mark, organ)
  return { organ, room, simulator: id, sn, member: member.id, role, session, operation, command, ...things }
}

/** What a school's app shows, what its users sent in, and its 招生. */
async function makeAppThings(
  app: TestApp,
  mark: string,
  organ: number,
): Promise<Pick<Ids, 'menu' | 'banner' | 'feedback'>> {
  const student = await makeStudent(app.services.pool, organ, `${mark}-学员`)
  const [row] = await query(
    app.database.ownerUrl,
    `with
       menu as (insert into app_menu (name, school_id, sort) values ($2 || '-菜单', $1, 1) returning id),
       banner as (
         insert into app_banner (title, image_url, begins_on, ends_on)
         values ($2 || '-轮播图', '/files/a.webp', '2026-01-01', '2099-01-01') returning id
       ),
       place as (insert into app_banner_school (banner_id, school_id) select id, $1 from banner),
       signed as (insert into sign_up (school_id, name, phone, gear_type) values ($1, $2 || '-报名', '13800000000', 'C1')),
       coach as (
         insert into coach (school_id, name, phone, gear_types, years)
         values ($1, $2 || '-教练', '13800000000', '{C1}', 8)
       ),
       config as (
         insert into enrolment_config (school_id, title, gear_type, class_type, price, valid_from, valid_until)
         values ($1, $2 || '-招生', 'C1', 'standard', 100, '2026-01-01', '2099-01-01') returning id
       ),
       applicant as (
         insert into applicant (config_id, name, phone) select id, $2 || '-申请', '13800000000' from config
       ),
       feedback as (insert into feedback (school_id, student_id, content) values ($1, $3, $2 || '-反馈') returning id)
     select menu.id::int as menu, banner.id::int as banner, feedback.id::int as feedback from menu, banner, feedback`,
    [organ, mark, student],
  )
  return z.object({ menu: z.int(), banner: z.int(), feedback: z.int() }).parse(row)
}

/** What an organisation holds, to be compared with what it held. */
export function rowsOf(app: TestApp, organ: number): Promise<unknown[]> {
  return query(
    app.database.ownerUrl,
    `select to_jsonb(s) as simulator, to_jsonb(p) - 'changed_xid' as state from simulator s
     join simulator_state p on p.simulator_id = s.id where s.organ_id = $1
     union all select to_jsonb(c), null from classroom c where organ_id = $1
     union all select to_jsonb(o), null from organisation o where id = $1
     union all select to_jsonb(m), null from app_menu m where school_id = $1
     union all select to_jsonb(b), to_jsonb(x) from app_banner b join app_banner_school x on x.banner_id = b.id
       where school_id = $1
     union all select to_jsonb(f), null from feedback f where school_id = $1
     union all select to_jsonb(c), null from coach c where school_id = $1
     union all select to_jsonb(c), to_jsonb(a) from enrolment_config c join applicant a on a.config_id = c.id
       where school_id = $1
     union all select to_jsonb(m), to_jsonb(n) from member m join session n on n.member_id = m.id where organ_id = $1
     union all select to_jsonb(r), null from role r where organ_id = $1`,
    [organ],
  )
}
