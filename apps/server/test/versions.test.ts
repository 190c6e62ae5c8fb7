import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from './app.ts'

let app: TestApp
beforeEachTest(async built => {
  app = built
})

/** Columns that change without another version of the row, and why: nobody edits them in its form. */
const uncounted: Readonly<Record<string, string>> = {
  'member.first_password_until': 'a password that was given',
  'member.last_login_at': 'signing in',
  'member.mail_verified_at': 'follows from what its owner proved, and from the mail',
  'member.must_change_password': 'a password that was given',
  'member.password_hash': 'a password is set by a call of its own',
  'member.phone_verified_at': 'follows from what its owner proved, and from the phone',
  'push.author_id': 'who wrote it first',
  'push.delivered': 'counted while it is sent',
  'push.organ_id': 'it never changes',
  'push.read_count': 'counted while it is read',
  'push.sender_id': 'who sent it',
  'push.sent_at': 'when it was sent',
  'push.served_to': 'how far it was sent',
  'report_schedule.asked_at': 'it waits to be sent at once',
  'report_schedule.next_at': 'follows from the clock',
  'report_schedule.reason': 'the state changes with it, and counts',
  'robot.sealed': 'whoever saves it owns it from then on, which counts; a change of keys does not',
  'student.erased_at': 'the name changes with it, and counts',
  'student.id_number': 'its last four digits change with it, and count',
  'student.id_number_hash': 'likewise',
  'student.note_at': 'follows from the note',
  'student.note_by': 'likewise',
  'student.name_initials': 'follow from the name',
  'student.restricted_at': 'a request about it is decided once, under the lock of its student',
  'webhook_endpoint.both_until': 'follows from another secret',
  'webhook_endpoint.failing_since': 'told by what is sent',
  'webhook_endpoint.organ_id': 'it never changes',
  'webhook_endpoint.owner_id': 'it never changes',
  'webhook_endpoint.secrets': 'made by a call of its own',
  'webhook_endpoint.stop_reason': 'changes with what is enabled, which counts',
}

test('a column that is edited counts in the version of its row, or there is a reason', async () => {
  const { rows } = await app.services.pool.query<{ column: string }>(`
    select c.relname || '.' || a.attname as column
    from pg_trigger t
    join pg_proc p on p.oid = t.tgfoid and p.proname = 'bump_version'
    join pg_class c on c.oid = t.tgrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where cardinality(t.tgattr::int2[]) > 0 and a.attnum <> all(t.tgattr::int2[])
      and a.attname not in ('id', 'version', 'created_at')
    order by 1`)
  expect(rows.map(({ column }) => column)).toEqual(Object.keys(uncounted).toSorted())
})
