import { expect, test } from 'vitest'
import { problemsOf } from './lib/checkMigrations.mjs'

const problems = sql => problemsOf(`-- expand\n${sql}`)

test.each([
  ['alter table bill drop column note', 'drops something'],
  ['drop function said(text)', 'drops something'],
  ['do $$ begin drop index bill_note; end $$', 'drops something'],
  ['alter table bill rename column note to remark', 'renames something'],
  ['alter table bill rename to invoice', 'renames something'],
  ['alter table bill alter column id type bigint', 'changes the type of a column'],
  ['alter table bill alter id set data type bigint', 'changes the type of a column'],
  ['alter table bill alter note set not null', 'makes a column not null'],
  [
    "alter table bill add column a text not null default '', add b text not null",
    'adds a column that is not null and has no default',
  ],
  ['alter table bill add constraint some check (id > 0)', 'adds a constraint to a table'],
  ['ALTER TABLE bill\n  ADD UNIQUE (id)', 'adds a constraint to a table'],
  ['create index note on operation_log (call)', 'indexes operation_log without “concurrently”'],
  ['create unique index on training_session (record_id)', 'indexes training_session without “concurrently”'],
])('“%s” is no expansion: it %s', (sql, what) => {
  expect(problems(sql)).toEqual([expect.stringContaining(`says expand and ${what}: “`)])
})

test.each([
  'create table thing (id bigint primary key, name text not null); create index on thing (name)',
  "alter table bill add column note text not null default 'drop'",
  'alter table bill add column a text, add column at timestamptz not null default now()',
  'create temporary table one (id bigint) on commit drop',
  'create index bill_note on bill (note) -- drop it later',
  'create index concurrently note on operation_log (call)',
  "create function gone() returns void language sql as $$ drop table bill $$; select 'rename'",
])('“%s” is an expansion', sql => expect(problems(sql)).toEqual([]))

test('what contracts may do all of it, and what says neither is told to', () => {
  expect(problemsOf('-- contract\ndrop table bill')).toEqual([])
  expect(problemsOf('-- contract concurrently\ndrop table bill')).toEqual([])
  expect(problemsOf('drop table bill')).toEqual([expect.stringContaining('does not begin with')])
})
