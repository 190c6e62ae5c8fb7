-- What waits for somebody, of whatever domain, so that they are reminded of it.

-- A row says that something waits for a member, or for those who hold one of the codes and have the organisation in
-- their scope. It is opened and ended in the transaction that changes what it is about. People do not edit it: what they
-- do is noted of the subject, so that it has no trigger for the operation log.
create table attention (
  id bigint generated always as identity primary key,
  -- such as workOrder:12
  subject text not null check (subject ~ '^[a-z][A-Za-z]*:[1-9][0-9]*$'),
  -- by which of a person's settings they are reminded
  type text not null check (type in ('workOrder', 'bill', 'contractExpiry')),
  -- what there is to do
  key text not null check (key <> ''),
  -- null: the platform's own, for those who manage the platform
  organ_id bigint references organisation,
  member_id bigint references member,
  codes text[] check (cardinality(codes) > 0),
  begins_at timestamptz not null,
  ends_at timestamptz check (ends_at >= begins_at),
  check ((member_id is null) <> (codes is null))
);
-- One open row for each subject, to-do and addressee.
create unique index attention_open on attention (subject, key, organ_id, member_id, codes) nulls not distinct
  where ends_at is null;
create index attention_ended on attention (ends_at);

-- When a member was last told of something in a channel: no longer of simulators alone.
alter table notice_told add column subject text;
update notice_told set subject = 'simulator:' || simulator_id;
alter table notice_told
  drop constraint notice_told_pkey,
  drop column simulator_id,
  alter column subject set not null,
  add primary key (member_id, channel, message_type, subject);
