-- What the installation asks of whoever signs in; one row (decision 0096).
create table security_policy (
  id integer primary key default 1 check (id = 1),
  -- Who needs a second step: nobody, holders of certain codes and whoever acts for the platform, or everybody.
  second_step_for text not null default 'none' check (second_step_for in ('none', 'codes', 'all')),
  codes text[] not null default
    '{system,system:role,system:user,system:noticePush,system:security,student:reveal,finance:edit,finance:contract,finance:approve,order:edit}',
  -- How long people have from when they are first asked; who gets one of the codes later is asked at once.
  grace_days integer not null default 14 check (grace_days between 0 and 30),
  -- From when on nothing else is done before a second step is there: by holders of the codes, by everybody else.
  codes_due_at timestamptz not null default now(),
  all_due_at timestamptz not null default now(),
  -- How long a proof of who one is counts for acts that ask for a recent one.
  step_up_minutes integer not null default 15 check (step_up_minutes between 5 and 60),
  -- After which a session is over: since its tokens were last renewed, since its person last did something where they hold codes of
  -- money, and in all.
  idle_minutes integer not null default 1440 check (idle_minutes between 30 and 1440),
  money_idle_minutes integer not null default 30 check (money_idle_minutes between 10 and 1440),
  absolute_hours integer not null default 720 check (absolute_hours between 12 and 720),
  -- How many sessions somebody may have.
  most_sessions integer not null default 20 check (most_sessions between 1 and 20),
  -- Where what codes of system allow may be done; empty: everywhere.
  system_networks cidr[] not null default '{}',
  version integer not null default 1,
  -- By which verified contact people may set a forgotten password themselves.
  self_reset text not null default 'off' check (self_reset in ('off', 'mail', 'sms', 'both')),
  -- Whether a student is added only with their consent to what is done with their data (decision 0105).
  consent_needed boolean not null default false
);
insert into security_policy default values;
create trigger security_policy_version before update on security_policy for each row execute function bump_version();
create trigger security_policy_noted after update on security_policy for each row execute function note_change();

-- When somebody must have a second step by this policy; null: they need none.
create function second_step_due(m member, y security_policy) returns timestamptz language sql stable as $$
  select case
    when y.second_step_for = 'none' then null
    when exists (
      select from member_role r join role_access a on a.role_id = r.role_id
      where r.member_id = m.id and a.code = any(y.codes)
    ) or exists (
      select from member_organisation mo join organisation o on o.id = mo.organ_id
      where mo.member_id = m.id and o.type = 'platform'
    ) then y.codes_due_at
    when y.second_step_for = 'all' then greatest(y.all_due_at, m.created_at + make_interval(days => y.grace_days))
  end
$$;
