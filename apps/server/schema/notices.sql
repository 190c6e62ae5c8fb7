-- Notices: what waits for people, messages, what leaves by mail and text message (decisions 0008, 0058).

-- The kinds of notice. A new one is a row here and its word in the contract.
create table notice_type (
  name text primary key,
  -- in a person's table
  position integer not null unique
);

insert into notice_type (name, position) values
  ('deviceOffline', 1), ('deviceFault', 2), ('workOrder', 3), ('bill', 4), ('contractExpiry', 5), ('announcement', 6),
  ('mention', 7);

-- A row says that something waits for a member, or for those who hold one of the codes and have the organisation in
-- their scope. It is opened and ended in the transaction that changes what it is about. People do not edit it: what they
-- do is noted of the subject, so that it has no trigger for the operation log.
create table attention (
  id bigint generated always as identity primary key,
  -- such as workOrder:12
  subject text not null check (subject ~ '^[a-z][A-Za-z]*:[1-9][0-9]*$'),
  -- by which of a person's settings they are reminded
  type text not null,
  -- what there is to do
  key text not null check (key <> ''),
  -- null: the platform's own, for those who manage the platform
  organ_id bigint references organisation,
  member_id bigint references member,
  codes text[] check (cardinality(codes) > 0),
  begins_at timestamptz not null,
  ends_at timestamptz check (ends_at >= begins_at),
  -- What a school's own people are to do, such as to say whether they took cash, the platform's people are not reminded of.
  own_people boolean not null default false,
  check ((member_id is null) <> (codes is null)),
  foreign key (type) references notice_type
);

-- One open row for each subject, to-do and addressee.
create unique index attention_open on attention (subject, key, organ_id, member_id, codes) nulls not distinct
  where ends_at is null;
create index attention_ended on attention (ends_at);

create function say_attention() returns trigger
language plpgsql as $$
begin
  perform say_todos(new.organ_id);
  return null;
end
$$;
create trigger todos_said after insert or update of ends_at on attention
  for each row when (new.subject like 'bill:%' or new.subject like 'contract:%') execute function say_attention();

-- Pushes: what staff write to members.
create table push (
  id bigint generated always as identity primary key,
  title text not null check (length(title) between 1 and 100),
  -- sanitised HTML
  content text not null,
  audience_kind text not null check (audience_kind in ('all', 'organisations', 'roles', 'people')),
  audience_ids bigint[] not null default '{}',
  channels text[] not null check (channels <> '{}' and channels <@ '{system,sms,email}'),
  state text not null default 'draft' check (state in ('draft', 'waiting', 'sent', 'withdrawn')),
  -- null: at once
  send_at timestamptz,
  sent_at timestamptz,
  author_id bigint not null references member,
  -- the author's organisation when it was written: who sees the push
  organ_id bigint not null references organisation,
  -- who sent it: it reaches the people that both may reach
  sender_id bigint references member,
  -- members are served in the order of their ids, a part in each transaction; null until the first part
  served_to bigint,
  delivered integer not null default 0,
  -- how many had opened it when it was withdrawn; until then they are counted
  read_count integer,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- Until when a push stands among the announcements of 首页; null: it does not.
  pinned_until timestamptz,
  check ((state in ('sent', 'withdrawn')) = (sent_at is not null))
);
create index push_organ on push (organ_id, id desc);
create index push_due on push (send_at) where state = 'waiting';
create index push_pinned on push (pinned_until) where pinned_until is not null;
create trigger push_noted after insert or update or delete on push for each row execute function note_change();
create trigger push_version before update of title, content, audience_kind, audience_ids, channels, send_at, pinned_until, state on push
  for each row execute function bump_version();

create table message (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  title text not null,
  brief text not null,
  content text not null,
  state text not null default 'unread' check (state in ('unread', 'read', 'trash')),
  created_at timestamptz not null default now(),
  -- What a message is about; and what it tells of, so that nothing is told twice.
  kind text not null default 'announcement',
  push_id bigint references push,
  event text,
  opened_at timestamptz,
  foreign key (kind) references notice_type
);
create index message_column on message (member_id, state, created_at desc, id desc);
create index message_inbox on message (member_id, created_at desc, id desc) where state <> 'trash';
create unique index message_event on message (member_id, event) where event is not null;

-- Whether a push reached one member, without reading everybody's copies.
create index message_push_member on message (push_id, member_id) where push_id is not null;
create trigger message_noted after update on message for each row
  when (old.state is distinct from new.state) execute function note_change('brief', 'content');

-- How many messages a member has in each state: a hundred thousand unread ones are not counted for every page.
create table message_count (
  member_id bigint primary key references member,
  unread bigint not null default 0,
  read bigint not null default 0,
  trash bigint not null default 0
) with (fillfactor = 50);

select keep_count('message', 'message_count',
  keys => '{"member_id": "member_id"}',
  counts => $${"unread": "(state = 'unread')::integer", "read": "(state = 'read')::integer",
    "trash": "(state = 'trash')::integer"}$$);

-- What a person set for one kind of notice in one channel. Null: as offline_reminder_default and the view below say.
create table notice_config (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  channel text not null check (channel in ('system', 'sms', 'email')),
  message_type text not null,
  enabled boolean,
  create_limit integer check (create_limit between 0 and 1439),
  able_time_begin time,
  able_time_end time,
  effective_time integer check (effective_time between 1 and 365),
  unique (member_id, channel, message_type),
  foreign key (message_type) references notice_type
);
create trigger notice_config_noted after insert or update or delete on notice_config
  for each row execute function note_change();

-- Devices that a row's reminders leave out.
create table notice_ignored_device (
  config_id bigint not null references notice_config,
  simulator_id bigint not null references simulator,
  primary key (config_id, simulator_id)
);
create trigger notice_ignored_device_noted after insert or delete on notice_ignored_device
  for each row execute function note_change();

-- Up to when outages and faults were looked at: one row, and the lock that lets one server at a time look.
create table notice_progress (
  id smallint primary key default 1 check (id = 1),
  looked_until timestamptz not null
);

insert into notice_progress (looked_until) values (now());

-- When a member was last told of something in a channel: the moment at which it was due, not when it was done.
create table notice_told (
  member_id bigint not null references member,
  channel text not null,
  message_type text not null,
  due_at timestamptz not null,
  -- simulator:<id>, workOrder:<id> and the like
  subject text not null,
  -- what there is to do with it: an order that is yours, will be late, and is late, is told three times
  key text not null,
  primary key (member_id, channel, message_type, subject, key)
);
create index notice_told_due on notice_told (due_at);

-- What leaves by mail and text message, and what became of it.
create table outbox (
  id bigint generated always as identity primary key,
  -- the same at every try: whoever gets it twice can tell
  message_id uuid not null default gen_random_uuid() unique,
  member_id bigint not null references member,
  -- the member's organisation at the time: its staff may read it
  organ_id bigint not null references organisation,
  channel text not null check (channel in ('sms', 'email')),
  recipient text not null,
  title text not null,
  content text not null,
  -- kept: there is no provider
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'kept')),
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  last_error text,
  push_id bigint references push,
  event text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- It is nobody's business but the recipient's: staff are shown its title, `content` is empty. Until it was sent, `sealed` is what it
  -- says: of a mail its subject and content.
  letter boolean not null default false,
  sealed bytea,
  -- when it is no longer worth sending; null: it always is
  ends_at timestamptz,
  check ((state = 'sent') = (sent_at is not null))
);
create index outbox_waiting on outbox (channel, next_try_at) where state = 'waiting';
create index outbox_organ on outbox (organ_id, id desc);
create unique index outbox_event on outbox (member_id, channel, event) where event is not null;
create index outbox_push on outbox (push_id) where push_id is not null;

-- Letters of half a year, newest first.
create index outbox_list on outbox (id desc) include (organ_id, channel, state);
create index outbox_state on outbox (state, id desc) include (organ_id, channel);
create trigger outbox_noted after update on outbox for each row
  when (old.state is distinct from new.state) execute function note_change('content', 'sealed');

create table outbox_attempt (
  id bigint generated always as identity primary key,
  outbox_id bigint not null references outbox on delete cascade,
  at timestamptz not null default clock_timestamp(),
  ok boolean not null,
  detail text not null
);
create index outbox_attempt_outbox on outbox_attempt (outbox_id);

-- What holds for every member, channel and kind. Nobody gets mail or text messages about devices unasked;
-- announcements go where their sender says.
create view notice_setting as
select m.id as member_id, c.channel, t.name as message_type, t.position, k.id as config_id,
  coalesce(k.enabled, c.channel = 'system' or t.name = 'announcement') as enabled,
  coalesce(k.create_limit, case when t.name = 'deviceOffline' then d.create_limit else 0 end) as create_limit,
  coalesce(k.able_time_begin, d.able_time_begin) as able_time_begin,
  coalesce(k.able_time_end, d.able_time_end) as able_time_end,
  coalesce(k.effective_time, d.effective_time) as effective_time
from member m
cross join (values ('system'), ('sms'), ('email')) c (channel)
cross join notice_type t
cross join offline_reminder_default d
left join notice_config k on k.member_id = m.id and k.channel = c.channel and k.message_type = t.name;

-- The first moment, from the given one on, at which a person may be told: from begin to before end, times of day in
-- Asia/Shanghai; an end before the begin lies on the next day, equal means all day.
create function next_opening(at timestamptz, begins time, ends time) returns timestamptz
language sql immutable parallel safe as $$
  select case
    when begins = ends then at
    when begins < ends then case
      when (at at time zone 'Asia/Shanghai')::time < begins
        then ((at at time zone 'Asia/Shanghai')::date + begins) at time zone 'Asia/Shanghai'
      when (at at time zone 'Asia/Shanghai')::time < ends then at
      else ((at at time zone 'Asia/Shanghai')::date + 1 + begins) at time zone 'Asia/Shanghai'
    end
    when (at at time zone 'Asia/Shanghai')::time >= begins or (at at time zone 'Asia/Shanghai')::time < ends then at
    else ((at at time zone 'Asia/Shanghai')::date + begins) at time zone 'Asia/Shanghai'
  end
$$;
