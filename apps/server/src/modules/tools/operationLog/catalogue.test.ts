import { wordOf } from '@drivesim/contract/lists'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { fieldOf, wordsOf } from './names.ts'

// What the database says of itself, held against what the domains say of their tables.

let app: TestApp
beforeEachTest(async built => {
  app = built
})

/** Tables that nobody changes by hand, and why none of their changes are noted. */
const unlogged: Readonly<Record<string, string>> = {
  area: 'migrations fill it',
  auth_challenge: 'minutes between two steps',
  recovery_code: 'hashes; that they were made stands in the security log',
  second_step_failure: 'counts',
  contact_code: 'minutes until it is given back; that it was stands in the security log',
  reset_request: 'nobody is signed in yet',
  log_seal: 'seals of the logs themselves',
  log_cut: 'seals of the logs themselves',
  log_forward: 'how far the logs were sent',
  unsealed_log: 'seals of the logs themselves',
  personal_reading: 'counts; a reason stands in the security log',
  maintenance_window: 'arriving and submitting open and end it; both stand in the order’s timeline',
  staff_load: 'counts',
  work_order_clock: 'counts, from the timeline',
  work_order_count: 'counts',
  work_order_total: 'counts',
  work_order_device: 'the timeline says who answered what',
  work_order_escalation: 'time reached it',
  work_order_event: 'it is a log',
  work_order_fault: 'the devices reported them; the timeline says which order took them',
  work_order_recount: 'what is to be counted anew',
  picture: 'who uploaded it stands in it; what uses it is noted',
  voucher: 'who uploaded it stands in it; what uses it is noted',
  subject: 'migrations fill it',
  sub_subject: 'migrations fill it',
  module: 'migrations fill it',
  notice_type: 'migrations fill it',
  schema_migration: 'migrations fill it',
  operation_log: 'it is the log',
  operation_log_change: 'it is the log',
  idempotency: 'what changes answered; the changes themselves are noted',
  account_hold: 'the act that makes one is noted, and so is the word that ends it',
  data_key: 'the operator changes keys, by a command',
  signing_key: 'a task makes them, or the operator by a command',
  sealed_backups: 'the first start fills it',
  backup_made: 'a command writes it',
  sign_in_gate: 'nobody is signed in yet',
  token_call: 'nobody is signed in yet',
  client_error: 'browsers report it',
  device_remark: 'the simulators say it',
  device_link_event: 'the broker saw it',
  device_message: 'the simulators say it',
  device_watch: 'ends by itself after ten minutes',
  sign_up: 'users of the schools’ apps send it',
  notice_progress: 'reminders keep it for themselves',
  attention: 'follows from what it is about',
  notice_told: 'reminders keep it for themselves',
  outbox_attempt: 'the outbox keeps it for itself',
  outbox_attachment: 'the outbox keeps it for itself',
  report_run: 'the clock sends it; that somebody had it sent is noted of its schedule',
  member_guide: 'what one person has been shown is nobody else’s affair',
  pin: 'what one person keeps at hand is nobody else’s affair',
  list_choice: 'how one person sees a list is nobody else’s affair',
  job_row: 'what is done to its record is an entry of its own',
  export_file: 'who asked for it stands in its job, which is noted',
  device_event: 'simulators report it',
  robot_attempt: 'the sender keeps it for itself',
  robot_told: 'reminders keep it for themselves',
  report_access: 'the operator writes it, by the statements of a command',
  hearing: 'servers keep it for themselves',
  simulator_heard: 'devices report it',
  fault: 'simulators report it',
  fault_cleared: 'simulators report it',
  simulator_interval: 'follows from what simulators report',
  training_session: 'simulators report it',
  training_session_key: 'follows from training_session',
  archived_month: 'a task and operators archive; files and the log of the server tell of it',
  health_day: 'follows from simulator_interval',
  health_open: 'follows from simulator_interval',
  health_organ_day: 'follows from health_day',
  health_organ_month: 'follows from health_organ_day',
  school_month: 'follows from training_session',
  usage_day: 'follows from training_session',
  usage_hour: 'follows from training_session',
  simulator_day: 'follows from training_session and fault',
  message_count: 'follows from message',
  operation_log_count: 'follows from operation_log',
  security_event_count: 'follows from security_event',
  bank_account: 'follows from contract',
  bill_line: 'follows from what the bill takes',
  bill_point: 'follows from what the bill takes',
  bill_event: 'it is the time line of its bill',
  bill_remark: 'it is the thread of its bill, of which no entry is ever changed',
  bill_remark_order: 'it is part of bill_remark',
  bill_attachment: 'who uploaded it stands in it; the entry that has it is in the thread of its bill',
  close_request: 'who asked stands in it',
  simulator_count: 'follows from simulator_state',
  student_count: 'follows from student',
  student_minutes: 'follows from enrolment',
  student_trained: 'follows from training_session',
  purse: 'follows from the ledger',
  journal: 'orders post it, which are noted',
  ledger_entry: 'orders post it, which are noted',
  account_sum: 'follows from the ledger',
  order_funding: 'follows from orders, which are noted',
  order_count: 'follows from orders and refunds',
  order_total: 'follows from order_count',
  bill_total: 'follows from bill',
  order_month: 'follows from order_count',
  below_list_month: 'follows from course_order',
  minute_entry: 'follows from training_session; what is given back changes an order, which is noted',
  figure: 'follows from the facts of the domains',
  person_day: 'follows from the facts of the domains',
  people_first: 'follows from person_day',
  number_series: 'counts what has a number',
  fault_todo: 'follows from fault',
  simulator_meter: 'follows from usage_day',
  plan_device: 'follows from planned orders, which are noted',
  checklist_failure: 'the orders that follow are noted',
  work_order_day: 'follows from work_order',
  work_order_month: 'follows from work_order_day',
  work_order_outcome: 'follows from work_order',
  operations_day: 'follows from work_order',
  operations_month: 'follows from operations_day',
  operations_total: 'follows from operations_day',
  failure_total: 'follows from work_order_day',
  phone_guess: 'people are counted',
  fault_report: 'passers-by send it',
  report_attempt: 'passers-by are counted',
  report_picture: 'passers-by send it',
  mass_outage: 'follows from simulator_state',
  pay_event: 'payment channels tell it; the order that it pays is noted',
  pay_request: 'follows from orders and refunds',
  open_event: 'follows from what happens, which is noted',
  webhook_delivery: 'follows from open_event',
  webhook_attempt: 'follows from webhook_delivery',
  channel_import: 'who sent it stands in it; the statement that it becomes is noted',
}

/** What happens to the rows of a logged table unnoted, and why. */
const unloggedActs: Readonly<Record<string, string>> = {
  'message insert': 'the service sends them; what staff send is a push',
  'message delete': 'goes with a withdrawn push, which is noted',
  'outbox insert': 'the service sends them; what staff send is a push',
  'outbox delete': 'goes with a withdrawn push, which is noted, or by its age',
  'robot_message insert': 'the service sends them; a test is noted as a call',
  'robot_message delete': 'goes by its age',
  'job delete': 'goes by its age',
  'feedback insert': 'users of the schools’ apps send it',
  'feedback update': 'nobody can',
  'notice_ignored_device update': 'it has no column but its key',
  'offline_reminder_default insert': 'its one row is there from the beginning',
  'offline_reminder_default delete': 'its one row is there from the beginning',
  'simulator_command update': 'the simulator answers',
  'simulator_command delete': 'nobody can',
  'simulator_state insert': 'comes with its simulator, which is noted',
  'simulator_state delete': 'nobody can',
  'session insert': 'a signing in is an entry of the security log',
  'session delete': 'goes by its age',
  'privacy_request delete': 'nobody can',
  'privacy_notice update': 'nobody can',
  'privacy_notice delete': 'nobody can',
  'attachment insert': 'nothing has it yet; the record that takes it is noted',
  'attachment delete': 'no record took it for a day',
  'comment delete': 'nobody can',
  'consent delete': 'nobody can',
  'held_identity update': 'it is sealed anew by another key',
  'security_event update': 'it counts on what comes again',
  'security_event delete': 'nobody can, but for its age',
  'deposit_entry update': 'nobody can',
  'deposit_entry delete': 'nobody can',
  'channel_statement delete': 'nobody can',
  'channel_line insert': 'comes with its statement, which is noted',
  'channel_line delete': 'nobody can',
  'external_identity update': 'an identity is bound or unbound, and never changed',
  'factor_reset delete': 'nobody can',
  'security_policy insert': 'its one row is there from the beginning',
  'security_policy delete': 'nobody can',
  'finance_setting insert': 'its one row is there from the beginning',
  'finance_setting delete': 'nobody can',
}

/** Whole numbers that are called as money is and are none, and what they are. */
const notMoney: Readonly<Record<string, string>> = {
  'job.total': 'records',
  'security_policy.money_idle_minutes': 'minutes',
  'channel_statement.amount_differs': 'lines',
  'channel_line.refund_id': 'a refund',
  'contract.due_days': 'days until a bill is due',
  'course_order.refunded_minutes': 'minutes',
  'notice_config.create_limit': 'minutes',
  'offline_reminder_default.create_limit': 'minutes',
}
const calledAsMoney =
  /(^|_)(price|amount|fen|fee|cost|cash|bonus|rent|paid|pay|due|balance|deposit|discount|refund|refunded|untrained|limit|salary|commission|total|sum|money|cap|base|net|held|share|adjusted|custody)s?(_|$)/

/** Columns that are called as phones and are whole, and the owners of these. */
const wholePhones: Readonly<Record<string, string>> = {
  'member.phone_verified_at': 'a time',
  'organisation.contact': 'the name of a person',
  'organisation.phone': 'an organisation’s contact, which staff are meant to call',
}
const calledAsPhone = /(^|_)(phone|telephone|tel|mobile|contact|recipient|cell)(_|$)/

/** Columns that are called as bank accounts and are whole, and the owners of these. */
const wholeAccounts: Readonly<Record<string, string>> = {
  'member.account': 'what somebody signs in with',
  'security_event.account': 'the same',
}
const calledAsAccount = /(^|_)(payee|payees|bank|iban|card|account)(_|$)/

/** The triggers of the log by their tables. `type` has bits: 4 insert, 8 delete, 16 update. */
const triggers = `
  select c.oid, c.relname as "table", t.tgtype as type, string_to_array(encode(t.tgargs, 'escape'), '\\000') as args
  from pg_trigger t
  join pg_proc p on p.oid = t.tgfoid and p.proname in ('note_change', 'note_added')
  join pg_class c on c.oid = t.tgrelid`

/** The columns that may come to be in the log: a trigger leaves out those that it is given. */
async function loggedColumns() {
  const { rows } = await app.services.pool.query<{ table: string; column: string; whole: boolean }>(`
    select distinct l."table", a.attname as "column",
      a.atttypid in ('int2'::regtype, 'int4'::regtype, 'int8'::regtype, 'numeric'::regtype) as whole
    from (${triggers}) l
    join pg_attribute a on a.attrelid = l.oid and a.attnum > 0 and not a.attisdropped
    where a.attname <> all(l.args)`)
  return rows
}

test('every table that people change has its triggers, or there is a reason', async () => {
  const { rows } = await app.services.pool.query<{ table: string; acts: string[] }>(`
    select c.relname as "table", array(
      select act from (values ('insert', 4), ('delete', 8), ('update', 16)) a (act, bit)
      where exists (select from (${triggers}) l where l.oid = c.oid and l.type & bit > 0)
    ) as acts
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`)
  const logged = rows.filter(({ acts }) => acts.length > 0)
  const without = rows.filter(({ acts }) => acts.length === 0).map(({ table }) => table)
  expect(without.toSorted()).toEqual(Object.keys(unlogged).toSorted())
  const missing = logged.flatMap(({ table, acts }) =>
    ['insert', 'update', 'delete'].filter(act => !acts.includes(act)).map(act => `${table} ${act}`),
  )
  expect(missing.toSorted()).toEqual(Object.keys(unloggedActs).toSorted())
})

test('every table whose changes are noted, and every column of it, has a name that people know', async () => {
  const words = wordsOf(app.services.parts.logNames)
  const nameless = (await loggedColumns())
    .filter(({ table, column }) => !words.isInternal(table, column))
    .filter(({ table, column }) => words.table(table) === table || words.column(table, column) === column)
  expect(nameless).toEqual([])
})

/** Columns that the log calls otherwise than lists and forms do, and why. */
const otherwise: Readonly<Record<string, string>> = {
  'adjustment.bill_id': 'the bill that it came into, beside the one that it answers',
  'attachment.subject_id': 'an id without its kind of record, which stands beside it',
  'comment.subject_id': 'an id without its kind of record, which stands beside it',
  'app_device_config.lesson_minutes': 'the number stands without its unit',
  'bill_payment.no': 'what is paid to schools has one too',
  'contract.due_days': 'the number stands without its unit',
  'contract.platform_bp': 'the number stands in basis points',
  'enrolment.remaining_minutes': 'the number stands without its unit',
  'maintenance_plan.organ_ids': 'ids, not names',
  'offline_reminder_default.create_limit': 'the number stands without its unit',
  'response_limit.minutes': 'the number stands without its unit',
}

test('a column is called what lists and forms call it, or there is a reason', () => {
  const said = app.services.parts.logNames
    .flatMap(names => Object.entries(names))
    .flatMap(([table, { fields = [], columns = {} }]) =>
      Object.keys(columns)
        .filter(column => wordOf(fields, fieldOf(column)) !== undefined)
        .map(column => `${table}.${column}`),
    )
  expect(said.toSorted()).toEqual(Object.keys(otherwise).toSorted())
})

test('every column that refers to a picture is among those that the domains say use one', async () => {
  const { rows } = await app.services.pool.query(`
    select c.conrelid::regclass::text as "table", a.attname as "column"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'picture'::regclass order by 1`)
  const uses = app.services.parts.pictures.map(({ table, column }) => ({ table, column }))
  expect(uses.toSorted((one, other) => one.table.localeCompare(other.table))).toEqual(rows)
})

test('what is named is there, and by one domain only', async () => {
  const columns = await loggedColumns()
  const named = app.services.parts.logNames.flatMap(names => Object.entries(names))
  const tables = named.map(([table]) => table)
  expect(tables.toSorted()).toEqual([...new Set(columns.map(({ table }) => table))].toSorted())
  const known = new Set(columns.map(({ table, column }) => `${table}.${column}`))
  const gone = named.flatMap(
    ([table, { columns = {}, values = {}, money = [], phones = [], internal = [] }]) =>
      [...Object.keys(columns), ...Object.keys(values), ...money, ...phones, ...internal]
        .map(column => `${table}.${column}`)
        .filter(column => !known.has(column)),
  )
  expect(gone).toEqual([])
})

test('every whole number that is called as money is declared to be fen, or there is a reason', async () => {
  const declared = app.services.parts.logNames.flatMap(names =>
    Object.entries(names).flatMap(([table, { money = [] }]) => money.map(column => `${table}.${column}`)),
  )
  const suspects = (await loggedColumns())
    .filter(({ column, whole }) => whole && calledAsMoney.test(column))
    .map(({ table, column }) => `${table}.${column}`)
  expect(suspects.toSorted()).toEqual([...declared, ...Object.keys(notMoney)].toSorted())
})

test('every column that is called as a phone is declared to be one, and so masked, or there is a reason', async () => {
  const declared = app.services.parts.logNames.flatMap(names =>
    Object.entries(names).flatMap(([table, { phones = [] }]) => phones.map(column => `${table}.${column}`)),
  )
  const suspects = (await loggedColumns())
    .filter(({ column }) => calledAsPhone.test(column))
    .map(({ table, column }) => `${table}.${column}`)
  expect(suspects.toSorted()).toEqual([...declared, ...Object.keys(wholePhones)].toSorted())
})

test('every column that holds where somebody is paid is masked, or there is a reason', async () => {
  const declared = app.services.parts.logNames.flatMap(names =>
    Object.entries(names).flatMap(([table, { accounts = [] }]) =>
      accounts.map(column => `${table}.${column}`),
    ),
  )
  const suspects = (await loggedColumns())
    .filter(({ column }) => calledAsAccount.test(column))
    .map(({ table, column }) => `${table}.${column}`)
  expect(suspects.toSorted()).toEqual([...declared, ...Object.keys(wholeAccounts)].toSorted())
})
