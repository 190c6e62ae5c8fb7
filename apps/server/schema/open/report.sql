-- Who analyses (decision 0111): views that a report role reads, each with what it says in Chinese. Columns are only ever added, at the end.
-- Money is fen. A moment stands twice: with its time zone, and as `…_local`, the clock of Asia/Shanghai.

-- Of which organisations a report role sees what: each with those below it. null: of all.
create table report_access (
  role_name text not null,
  organ_id bigint references organisation,
  unique nulls not distinct (role_name, organ_id)
);
create index report_access_organ on report_access (organ_id) where organ_id is not null;

do $$
declare
  app_role text := current_setting('drivesim.app_role', true);
begin
  -- Whoever may write here says who reads what.
  if app_role <> '' then
    execute format('revoke insert, update, delete, truncate on report_access from %I', app_role);
  end if;
end $$;

-- Report roles come to a database in which everybody might call these, and they act as the owner.
do $$
declare
  app_role text := current_setting('drivesim.app_role', true);
  acting text;
begin
  foreach acting in array array['purge_security_events()', 'cut_log(bigint)', 'prepare_long_intervals(date)',
    'fill_long_intervals(date)', 'detach_month(text, date)', 'drop_month(text, date)', 'redact_log(bigint, text[], text[])',
    'index_keys()', 'ensure_months(timestamptz, timestamptz)']
  loop
    execute format('revoke execute on function %s from public', acting);
    if app_role <> '' then
      execute format('grant execute on function %s to %I', acting, app_role);
    end if;
  end loop;
end $$;

-- The organisations that whoever asks may see. Row level security does not act behind an owner's views, so each view asks this.
create view report_scope as
with recursive below as (
  select o.id from organisation o join report_access a
    on a.role_name = current_user and (a.organ_id is null or a.organ_id = o.id)
  union
  select child.id from organisation child join below on child.parent_id = below.id
)
select id as organ_id from below;

create schema report;
comment on schema report is '供报表和分析工具只读使用的视图';

create view report.organisations with (security_barrier) as
select o.id as organisation_id, o.name, o.type, o.parent_id,
  case when o.type = 'servicePoint' then o.parent_id when o.type = 'school' then o.id end as school_id,
  o.province_code, p.name as province, o.city_code, t.name as city, o.enabled, o.created_at as created_at,
  o.created_at at time zone 'Asia/Shanghai' as created_at_local
from organisation o
left join area p on p.code = o.province_code
left join area t on t.code = o.city_code
where o.id in (select organ_id from report_scope);
comment on view report.organisations is '机构：平台、驾校和服务点';
comment on column report.organisations.organisation_id is '机构编号';
comment on column report.organisations.name is '名称';
comment on column report.organisations.type is '类型：platform 平台，school 驾校，servicePoint 服务点';
comment on column report.organisations.parent_id is '上级机构编号；平台为空';
comment on column report.organisations.school_id is '所属驾校编号：驾校为本身，服务点为上级，平台为空';
comment on column report.organisations.province_code is '省份代码（GB/T 2260）';
comment on column report.organisations.province is '省份';
comment on column report.organisations.city_code is '城市代码（GB/T 2260）';
comment on column report.organisations.city is '城市';
comment on column report.organisations.enabled is '是否启用';
comment on column report.organisations.created_at is '创建时间';
comment on column report.organisations.created_at_local is '创建时间（上海当地时间）';

create view report.students with (security_barrier) as
select s.id as student_id, s.school_id,
  case when s.erased_at is null and s.restricted_at is null then s.name end as name,
  case when s.erased_at is null and s.restricted_at is null then case when length(s.phone) < 8 then '****' else left(s.phone, 3) || '****' || right(s.phone, 4) end end as phone_masked,
  s.gear_type, s.state, s.registered_at as registered_at,
  s.registered_at at time zone 'Asia/Shanghai' as registered_at_local, coalesce(w.cash, 0) as balance_fen,
  coalesce(w.bonus, 0) as bonus_balance_fen, s.erased_at is not null as erased, s.created_at as created_at,
  s.created_at at time zone 'Asia/Shanghai' as created_at_local
from student s left join purse w on w.student_id = s.id
where s.school_id in (select organ_id from report_scope);
comment on view report.students is '学员，现在所在的驾校各一行；手机号已遮盖，不含证件号码';
comment on column report.students.student_id is '学员编号';
comment on column report.students.school_id is '现在所在驾校编号';
comment on column report.students.name is '姓名；已注销或限制处理的学员为空';
comment on column report.students.phone_masked is '手机号，只留前三位和后四位；已注销或限制处理的学员为空';
comment on column report.students.gear_type is '准驾车型，如 C1、C2';
comment on column report.students.state is '状态：studying 学习中，finished 已结业，left 已退学';
comment on column report.students.registered_at is '现在这次报名的时间';
comment on column report.students.registered_at_local is '现在这次报名的时间（上海当地时间）';
comment on column report.students.balance_fen is '现金余额（分）';
comment on column report.students.bonus_balance_fen is '赠送余额（分）';
comment on column report.students.erased is '是否已注销';
comment on column report.students.created_at is '建档时间';
comment on column report.students.created_at_local is '建档时间（上海当地时间）';

create view report.enrolments with (security_barrier) as
select e.id as enrolment_id, e.student_id, e.school_id, e.gear_type, e.state,
  (e.registered_at at time zone 'Asia/Shanghai')::date as day, e.registered_at as registered_at,
  e.registered_at at time zone 'Asia/Shanghai' as registered_at_local, e.ended_at as ended_at,
  e.ended_at at time zone 'Asia/Shanghai' as ended_at_local, not b.here as first_at_school,
  b.elsewhere and not b.here as transferred_in
from enrolment e
cross join lateral (
  select coalesce(bool_or(x.school_id = e.school_id), false) as here, coalesce(bool_or(x.school_id <> e.school_id), false) as elsewhere
  from enrolment x where x.student_id = e.student_id and x.id < e.id
) b
where e.school_id in (select organ_id from report_scope);
comment on view report.enrolments is '学籍：学员在一所驾校的一次报名，转校和再次报名各有一行';
comment on column report.enrolments.enrolment_id is '学籍编号';
comment on column report.enrolments.student_id is '学员编号';
comment on column report.enrolments.school_id is '驾校编号';
comment on column report.enrolments.gear_type is '准驾车型';
comment on column report.enrolments.state is '状态：studying 学习中，finished 已结业，left 已退学';
comment on column report.enrolments.day is '报名日期（上海）';
comment on column report.enrolments.registered_at is '报名时间';
comment on column report.enrolments.registered_at_local is '报名时间（上海当地时间）';
comment on column report.enrolments.ended_at is '结束时间；学习中为空';
comment on column report.enrolments.ended_at_local is '结束时间；学习中为空（上海当地时间）';
comment on column report.enrolments.first_at_school is '是否第一次在这所驾校报名；为真的行数即看板的“新增学员”';
comment on column report.enrolments.transferred_in is '是否从其他驾校转入；为真的行数即看板的“含转入”';
