-- expand
-- Schema report: what analysts read (decision 0111).
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

-- Views of orders and bills for report roles. Money is fen.

create view report.recharges with (security_barrier) as
select r.id as recharge_id, r.no, r.student_id, r.organ_id as organisation_id, r.school_id, r.channel,
  r.holder_school_id, r.amount as amount_fen, r.bonus as bonus_fen, r.cash_left as cash_left_fen,
  r.refunded as refunded_fen, r.state, r.paid_at is not null and r.reversed_at is null as counted, r.simulated,
  r.day, r.created_at as created_at, r.created_at at time zone 'Asia/Shanghai' as created_at_local,
  r.paid_at as paid_at, r.paid_at at time zone 'Asia/Shanghai' as paid_at_local, r.closed_at as closed_at,
  r.closed_at at time zone 'Asia/Shanghai' as closed_at_local, r.reversed_at as reversed_at,
  r.reversed_at at time zone 'Asia/Shanghai' as reversed_at_local
from recharge_order r
where r.organ_id in (select organ_id from report_scope);
comment on view report.recharges is '充值订单';
comment on column report.recharges.recharge_id is '充值订单编号';
comment on column report.recharges.no is '订单号';
comment on column report.recharges.student_id is '学员编号';
comment on column report.recharges.organisation_id is '办理机构编号（驾校或服务点）';
comment on column report.recharges.school_id is '驾校编号';
comment on column report.recharges.channel is '方式：wechat 微信，alipay 支付宝，offline 线下';
comment on column report.recharges.holder_school_id is '代收现金的驾校编号；空为平台收款';
comment on column report.recharges.amount_fen is '充值金额（分）';
comment on column report.recharges.bonus_fen is '赠送金额（分）';
comment on column report.recharges.cash_left_fen is '还没有用于课程或退款的金额（分）';
comment on column report.recharges.refunded_fen is '已退款金额（分），不含冲正';
comment on column report.recharges.state is '状态：waiting 待支付，paid 已支付，partlyRefunded 部分退款，refunded 已退款，closed 已关闭（含冲正）';
comment on column report.recharges.counted is '是否计入看板：已支付且未冲正';
comment on column report.recharges.simulated is '是否为模拟渠道';
comment on column report.recharges.day is '业务日期（上海）：已付的为付款日，未付的为下单日';
comment on column report.recharges.created_at is '下单时间';
comment on column report.recharges.created_at_local is '下单时间（上海当地时间）';
comment on column report.recharges.paid_at is '支付时间';
comment on column report.recharges.paid_at_local is '支付时间（上海当地时间）';
comment on column report.recharges.closed_at is '关闭时间';
comment on column report.recharges.closed_at_local is '关闭时间（上海当地时间）';
comment on column report.recharges.reversed_at is '冲正时间';
comment on column report.recharges.reversed_at_local is '冲正时间（上海当地时间）';

create view report.course_orders with (security_barrier) as
select o.id as course_order_id, o.no, o.kind, o.student_id, o.organ_id as organisation_id, o.school_id,
  o.enrolment_id, o.course_id, k.name as course_name, o.list_price as list_price_fen, o.amount as amount_fen,
  o.cash_paid as cash_paid_fen, o.bonus_paid as bonus_paid_fen, o.minutes, o.used_minutes, o.refunded_minutes,
  o.left_minutes, o.refunded_cash as refunded_cash_fen, o.untrained as untrained_fen, o.state,
  o.kind = 'sale' and o.paid_at is not null as counted, o.expires_on, o.day, o.created_at as created_at,
  o.created_at at time zone 'Asia/Shanghai' as created_at_local, o.paid_at as paid_at,
  o.paid_at at time zone 'Asia/Shanghai' as paid_at_local, o.finished_at as finished_at,
  o.finished_at at time zone 'Asia/Shanghai' as finished_at_local, o.closed_at as closed_at,
  o.closed_at at time zone 'Asia/Shanghai' as closed_at_local
from course_order o left join course k on k.id = o.course_id
where o.organ_id in (select organ_id from report_scope);
comment on view report.course_orders is '课程订单；期初导入的分钟数也各有一行（kind 为 opening）';
comment on column report.course_orders.course_order_id is '课程订单编号';
comment on column report.course_orders.no is '订单号';
comment on column report.course_orders.kind is '种类：sale 销售，opening 期初';
comment on column report.course_orders.student_id is '学员编号';
comment on column report.course_orders.organisation_id is '办理机构编号（驾校或服务点）';
comment on column report.course_orders.school_id is '驾校编号';
comment on column report.course_orders.enrolment_id is '学籍编号';
comment on column report.course_orders.course_id is '课程编号；期初为空';
comment on column report.course_orders.course_name is '课程名称';
comment on column report.course_orders.list_price_fen is '标价（分）';
comment on column report.course_orders.amount_fen is '售价（分）';
comment on column report.course_orders.cash_paid_fen is '现金支付（分）；合计即看板的“课程收款”';
comment on column report.course_orders.bonus_paid_fen is '赠送支付（分）';
comment on column report.course_orders.minutes is '课程分钟数';
comment on column report.course_orders.used_minutes is '已用分钟数';
comment on column report.course_orders.refunded_minutes is '已退分钟数';
comment on column report.course_orders.left_minutes is '剩余分钟数';
comment on column report.course_orders.refunded_cash_fen is '已退现金（分）';
comment on column report.course_orders.untrained_fen is '剩余分钟数对应的现金（分），即“已收未训练”';
comment on column report.course_orders.state is '状态：waiting 待支付，paid 已支付，inUse 使用中，finished 已完成，partlyRefunded 部分退款，refunded 已退款，closed 已关闭';
comment on column report.course_orders.counted is '是否计入看板：已支付的销售';
comment on column report.course_orders.expires_on is '到期日；空为不过期';
comment on column report.course_orders.day is '业务日期（上海）：已付的为付款日，未付的为下单日';
comment on column report.course_orders.created_at is '下单时间';
comment on column report.course_orders.created_at_local is '下单时间（上海当地时间）';
comment on column report.course_orders.paid_at is '支付时间';
comment on column report.course_orders.paid_at_local is '支付时间（上海当地时间）';
comment on column report.course_orders.finished_at is '用完或过期的时间';
comment on column report.course_orders.finished_at_local is '用完或过期的时间（上海当地时间）';
comment on column report.course_orders.closed_at is '关闭时间';
comment on column report.course_orders.closed_at_local is '关闭时间（上海当地时间）';

create view report.refunds with (security_barrier) as
select r.id as refund_id, r.no, r.kind, r.recharge_order_id as recharge_id, r.course_order_id, r.student_id,
  r.organ_id as organisation_id, r.school_id, r.holder_school_id, r.amount as amount_fen,
  r.bonus_back as bonus_back_fen, r.minutes, r.method, r.state,
  r.state = 'refunded' and r.method <> 'reversal' as counted, r.day, r.created_at as created_at,
  r.created_at at time zone 'Asia/Shanghai' as created_at_local, r.done_at as done_at,
  r.done_at at time zone 'Asia/Shanghai' as done_at_local
from refund r
where r.organ_id in (select organ_id from report_scope);
comment on view report.refunds is '退款：充值的退款和课程的退款';
comment on column report.refunds.refund_id is '退款编号';
comment on column report.refunds.no is '退款单号';
comment on column report.refunds.kind is '种类：recharge 充值退款，course 课程退款（退回余额）';
comment on column report.refunds.recharge_id is '充值订单编号';
comment on column report.refunds.course_order_id is '课程订单编号';
comment on column report.refunds.student_id is '学员编号';
comment on column report.refunds.organisation_id is '原订单的办理机构编号';
comment on column report.refunds.school_id is '驾校编号';
comment on column report.refunds.holder_school_id is '代收现金的驾校编号；空为平台收款';
comment on column report.refunds.amount_fen is '退款金额（分）';
comment on column report.refunds.bonus_back_fen is '收回的赠送（分）';
comment on column report.refunds.minutes is '退还的分钟数；充值退款为空';
comment on column report.refunds.method is '方式：original 原路，bankTransfer 银行转账，cash 现金，balance 余额，reversal 冲正';
comment on column report.refunds.state is '状态：toApprove 待审批，refunding 退款中，refunded 已退款，failed 退款失败，rejected 未退';
comment on column report.refunds.counted is '是否计入看板：已退款且不是冲正';
comment on column report.refunds.day is '业务日期（上海）：已退的为退款日，未退的为申请日';
comment on column report.refunds.created_at is '申请时间';
comment on column report.refunds.created_at_local is '申请时间（上海当地时间）';
comment on column report.refunds.done_at is '退款时间';
comment on column report.refunds.done_at_local is '退款时间（上海当地时间）';

create view report.bills with (security_barrier) as
select b.id as bill_id, b.no, b.school_id, b.month, b.state, b.base as base_fen,
  b.platform_share as platform_share_fen, b.school_share as school_share_fen, b.held as held_fen, b.rent as rent_fen,
  b.adjusted as adjusted_fen, b.net as net_fen, b.paid as paid_fen, greatest(b.net, 0) as payable_fen,
  greatest(-b.net, 0) as receivable_fen, b.custody_open as custody_open_fen, b.custody_close as custody_close_fen,
  b.issued_on, b.due_on, b.confirmed_how, b.created_at as created_at,
  b.created_at at time zone 'Asia/Shanghai' as created_at_local
from bill b
where b.school_id in (select organ_id from report_scope);
comment on view report.bills is '账单：驾校一个月的对账单';
comment on column report.bills.bill_id is '账单编号';
comment on column report.bills.no is '账单号';
comment on column report.bills.school_id is '驾校编号';
comment on column report.bills.month is '账单月份，以当月一日表示';
comment on column report.bills.state is '状态：toCheck 待对账，disputed 有异议，checked 已对账，toSettle 待结算，toRepay 待还款，partlySettled 部分结算，partlyRepaid 部分还款，settled 已结清';
comment on column report.bills.base_fen is '分成基数（分）：合同内课程收款减退款';
comment on column report.bills.platform_share_fen is '平台分成（分）';
comment on column report.bills.school_share_fen is '驾校分成（分）';
comment on column report.bills.held_fen is '本校代收款（分）';
comment on column report.bills.rent_fen is '租金（分）';
comment on column report.bills.adjusted_fen is '调整（分）';
comment on column report.bills.net_fen is '应结金额（分）：正数为平台应付驾校，负数为驾校应还';
comment on column report.bills.paid_fen is '已结金额（分），正负与应结金额相同';
comment on column report.bills.payable_fen is '应付驾校（分）';
comment on column report.bills.receivable_fen is '应收驾校（分）';
comment on column report.bills.custody_open_fen is '代收未用期初（分）';
comment on column report.bills.custody_close_fen is '代收未用期末（分）';
comment on column report.bills.issued_on is '出账日';
comment on column report.bills.due_on is '应结日';
comment on column report.bills.confirmed_how is '确认方式：school 驾校确认，deemed 逾期视为确认，platform 平台代确认；空为未确认';
comment on column report.bills.created_at is '出账时间';
comment on column report.bills.created_at_local is '出账时间（上海当地时间）';

create view report.bill_lines with (security_barrier) as
select l.id as bill_line_id, l.bill_id, b.school_id, b.month, l.kind, l.late, l.base as base_fen,
  l.amount as amount_fen, l.contract_no, l.mode, l.bp as share_bp, l.rent as rent_fen, l.days, l.items
from bill_line l join bill b on b.id = l.bill_id
where b.school_id in (select organ_id from report_scope);
comment on view report.bill_lines is '账单各行，出账时固定';
comment on column report.bill_lines.bill_line_id is '行编号';
comment on column report.bill_lines.bill_id is '账单编号';
comment on column report.bill_lines.school_id is '驾校编号';
comment on column report.bill_lines.month is '账单月份，以当月一日表示';
comment on column report.bill_lines.kind is '项目：onlineSale 线上收款，onlineRefund 线上退款，ownSale 本校线下，ownRefund 本校线下退款，otherSale 他校代收，otherRefund 他校代收退款，platformShare 平台分成，schoolShare 驾校分成，held 本校代收款，onBehalf 平台代退，rent 租金，adjustment 调整';
comment on column report.bill_lines.late is '是否为以前月份的补入';
comment on column report.bill_lines.base_fen is '计算基数（分）';
comment on column report.bill_lines.amount_fen is '金额（分）';
comment on column report.bill_lines.contract_no is '合同号';
comment on column report.bill_lines.mode is '合同的合作方式';
comment on column report.bill_lines.share_bp is '分成比例（万分之一）';
comment on column report.bill_lines.rent_fen is '月租金（分）';
comment on column report.bill_lines.days is '计租天数';
comment on column report.bill_lines.items is '包含的订单或退款数';

-- Views of simulators, training and work orders for report roles.

create view report.devices with (security_barrier) as
select s.id as device_id, s.sn, s.name, s.organ_id as organisation_id,
  case when o.type = 'servicePoint' then o.parent_id when o.type = 'school' then o.id end as school_id,
  s.room_id as classroom_id, r.name as classroom_name, s.seat, s.model, s.software, s.car_num as car_number,
  s.installed_at as installed_on, s.warranty_until, p.state_id as state, p.state_since as state_since,
  p.state_since at time zone 'Asia/Shanghai' as state_since_local, p.enabled, s.created_at as created_at,
  s.created_at at time zone 'Asia/Shanghai' as created_at_local
from simulator s
join simulator_state p on p.simulator_id = s.id
join organisation o on o.id = s.organ_id
join classroom r on r.id = s.room_id
where s.organ_id in (select organ_id from report_scope);
comment on view report.devices is '模拟器和它现在的状态';
comment on column report.devices.device_id is '设备编号';
comment on column report.devices.sn is '序列号';
comment on column report.devices.name is '名称';
comment on column report.devices.organisation_id is '所在机构编号';
comment on column report.devices.school_id is '驾校编号；在平台为空';
comment on column report.devices.classroom_id is '教室编号';
comment on column report.devices.classroom_name is '教室';
comment on column report.devices.seat is '座位号';
comment on column report.devices.model is '型号';
comment on column report.devices.software is '软件版本';
comment on column report.devices.car_number is '车牌号';
comment on column report.devices.installed_on is '安装日期';
comment on column report.devices.warranty_until is '保修截止日期';
comment on column report.devices.state is '状态：idle 空闲，training 训练中，fault 故障，offline 离线，disabled 停用';
comment on column report.devices.state_since is '这一状态开始的时间';
comment on column report.devices.state_since_local is '这一状态开始的时间（上海当地时间）';
comment on column report.devices.enabled is '是否启用';
comment on column report.devices.created_at is '建档时间';
comment on column report.devices.created_at_local is '建档时间（上海当地时间）';

create view report.device_days with (security_barrier) as
select x.day, x.simulator_id as device_id, x.organ_id as organisation_id, sum(x.online)::bigint as online_seconds,
  sum(x.fault)::bigint as fault_seconds, sum(x.enabled)::bigint as enabled_seconds,
  sum(x.sessions)::bigint as sessions, sum(x.finished)::bigint as finished_sessions,
  sum(x.seconds)::bigint as training_seconds, sum(x.effective)::bigint as effective_seconds,
  sum(x.passed)::bigint as passed_sessions, sum(x.faults)::bigint as faults
from (
  select h.day, h.simulator_id, h.organ_id, h.online_seconds as online, h.fault_seconds as fault, h.enabled_seconds as enabled,
    0 as sessions, 0 as finished, 0::bigint as seconds, 0::bigint as effective, 0 as passed, 0 as faults
  from health_day h
  union all
  select u.day, u.simulator_id, u.organ_id, 0, 0, 0, 0, u.times, u.seconds, u.effective_seconds, u.passed, 0 from usage_day u
  union all
  select d.day, d.simulator_id, d.organ_id, 0, 0, 0, d.sessions, 0, 0, 0, 0, d.faults from simulator_day d
  union all
  -- What goes on is in no day yet.
  select g.day::date, s.id, s.organ_id, case w.fact when 'online' then l.seconds else 0 end,
    case w.fact when 'fault' then l.seconds else 0 end, case w.fact when 'enabled' then l.seconds else 0 end, 0, 0, 0, 0, 0, 0
  from simulator s
  join simulator_state p on p.simulator_id = s.id
  join lateral (
    values ('online', p.online, p.online_since), ('fault', p.health = 'fault', p.health_since), ('enabled', p.enabled, p.enabled_since)
  ) w (fact, holds, since) on w.holds
  cross join lateral generate_series(
    date_trunc('day', w.since at time zone 'Asia/Shanghai'), now() at time zone 'Asia/Shanghai', interval '1 day') g (day)
  cross join lateral (
    select extract(epoch from least(now(), (g.day + interval '1 day') at time zone 'Asia/Shanghai')
      - greatest(w.since, g.day at time zone 'Asia/Shanghai'))::bigint as seconds
  ) l
) x
where x.organ_id in (select organ_id from report_scope)
group by x.day, x.simulator_id, x.organ_id;
comment on view report.device_days is '设备每天的在线、故障、训练；当天进行中的状态算到现在';
comment on column report.device_days.day is '日期（上海）';
comment on column report.device_days.device_id is '设备编号';
comment on column report.device_days.organisation_id is '当时所在机构编号';
comment on column report.device_days.online_seconds is '在线秒数';
comment on column report.device_days.fault_seconds is '故障秒数';
comment on column report.device_days.enabled_seconds is '启用秒数';
comment on column report.device_days.sessions is '当天开始的训练次数，含进行中';
comment on column report.device_days.finished_sessions is '其中已结束的次数';
comment on column report.device_days.training_seconds is '已结束训练的秒数';
comment on column report.device_days.effective_seconds is '已结束训练的有效秒数';
comment on column report.device_days.passed_sessions is '通过次数';
comment on column report.device_days.faults is '当天发生的故障数';

create view report.sessions with (security_barrier) as
select t.record_id as session_id, t.simulator_id as device_id, t.organ_id as organisation_id, t.school_id,
  t.room_id as classroom_id, t.student_id, t.module_id, m.name as module_name, u.name as sub_subject_name,
  (t.started_at at time zone 'Asia/Shanghai')::date as day, t.started_at as started_at,
  t.started_at at time zone 'Asia/Shanghai' as started_at_local, t.ended_at as ended_at,
  t.ended_at at time zone 'Asia/Shanghai' as ended_at_local, t.seconds, t.effective_seconds, t.score, t.passed,
  jsonb_array_length(t.errors) as errors, t.ending
from training_session t
left join module m on m.id = t.module_id
left join sub_subject u on u.id = m.sub_subject_id
where t.organ_id in (select organ_id from report_scope);
comment on view report.sessions is '训练记录；已归档的月份不在这里，它们的合计仍在 daily_figures 和 device_days';
comment on column report.sessions.session_id is '训练记录编号';
comment on column report.sessions.device_id is '设备编号';
comment on column report.sessions.organisation_id is '训练所在机构编号';
comment on column report.sessions.school_id is '训练所在驾校编号';
comment on column report.sessions.classroom_id is '教室编号';
comment on column report.sessions.student_id is '学员编号；不认识或属于其他驾校的为空';
comment on column report.sessions.module_id is '模块编号';
comment on column report.sessions.module_name is '模块';
comment on column report.sessions.sub_subject_name is '子科目';
comment on column report.sessions.day is '开始日期（上海）';
comment on column report.sessions.started_at is '开始时间';
comment on column report.sessions.started_at_local is '开始时间（上海当地时间）';
comment on column report.sessions.ended_at is '结束时间；进行中为空';
comment on column report.sessions.ended_at_local is '结束时间；进行中为空（上海当地时间）';
comment on column report.sessions.seconds is '训练秒数';
comment on column report.sessions.effective_seconds is '有效秒数';
comment on column report.sessions.score is '得分（0 到 100）';
comment on column report.sessions.passed is '是否通过';
comment on column report.sessions.errors is '扣分项数';
comment on column report.sessions.ending is '结束方式：running 进行中，normal 正常结束，abnormal 异常结束';

create view report.faults with (security_barrier) as
select f.id as fault_id, f.simulator_id as device_id, f.organ_id as organisation_id, f.room_id as classroom_id,
  f.code, y.name as fault_type, k.name as component, (f.raised_at at time zone 'Asia/Shanghai')::date as day,
  f.raised_at as raised_at, f.raised_at at time zone 'Asia/Shanghai' as raised_at_local, f.cleared_at as cleared_at,
  f.cleared_at at time zone 'Asia/Shanghai' as cleared_at_local,
  extract(epoch from f.cleared_at - f.raised_at)::bigint as seconds, f.closed_by is not null as closed_by_hand
from fault f
left join fault_type_code c on c.code = f.code
left join fault_type y on y.id = c.fault_type_id
left join component_kind k on k.id = y.component_kind_id
where f.organ_id in (select organ_id from report_scope);
comment on view report.faults is '设备故障，上报一次一行；不含故障的文字';
comment on column report.faults.fault_id is '故障编号';
comment on column report.faults.device_id is '设备编号';
comment on column report.faults.organisation_id is '发生时所在机构编号';
comment on column report.faults.classroom_id is '教室编号';
comment on column report.faults.code is '故障码';
comment on column report.faults.fault_type is '故障类型；没有归类为空';
comment on column report.faults.component is '部件；没有归类为空';
comment on column report.faults.day is '发生日期（上海）';
comment on column report.faults.raised_at is '发生时间';
comment on column report.faults.raised_at_local is '发生时间（上海当地时间）';
comment on column report.faults.cleared_at is '消除时间；未消除为空';
comment on column report.faults.cleared_at_local is '消除时间；未消除为空（上海当地时间）';
comment on column report.faults.seconds is '持续秒数；未消除为空';
comment on column report.faults.closed_by_hand is '是否人工消除';

create view report.work_orders with (security_barrier) as
select w.id as work_order_id, w.no, w.source, w.organ_id as organisation_id, w.room_id as classroom_id,
  w.simulator_id as device_id, k.name as component, y.name as fault_type, y.severity, w.priority, w.state,
  w.assignee_id, w.planned_on, (w.opened_at at time zone 'Asia/Shanghai')::date as day, w.occurred_at as occurred_at,
  w.occurred_at at time zone 'Asia/Shanghai' as occurred_at_local, w.opened_at as opened_at,
  w.opened_at at time zone 'Asia/Shanghai' as opened_at_local, w.accepted_at as accepted_at,
  w.accepted_at at time zone 'Asia/Shanghai' as accepted_at_local, w.arrived_at as arrived_at,
  w.arrived_at at time zone 'Asia/Shanghai' as arrived_at_local, w.submitted_at as submitted_at,
  w.submitted_at at time zone 'Asia/Shanghai' as submitted_at_local, w.finished_at as finished_at,
  w.finished_at at time zone 'Asia/Shanghai' as finished_at_local, w.occurrences, w.recurred, w.device_down,
  w.failure, w.repair_seconds, w.cost as cost_fen, w.service_fee as service_fee_fen, d.name as deal_result,
  d.outcome as deal_outcome, w.close_reason, w.parent_id
from work_order w
join component_kind k on k.id = w.component_kind_id
join fault_type y on y.id = w.fault_type_id
left join deal_result d on d.id = w.deal_result_id
where w.organ_id in (select organ_id from report_scope);
comment on view report.work_orders is '工单；不含描述、处理说明和人名';
comment on column report.work_orders.work_order_id is '工单编号';
comment on column report.work_orders.no is '工单号';
comment on column report.work_orders.source is '来源：device 设备上报，manual 人工，scan 扫码，inspection 巡检，plan 计划';
comment on column report.work_orders.organisation_id is '创建时所在机构编号';
comment on column report.work_orders.classroom_id is '教室编号';
comment on column report.work_orders.device_id is '设备编号；教室的工单为空';
comment on column report.work_orders.component is '部件';
comment on column report.work_orders.fault_type is '故障类型';
comment on column report.work_orders.severity is '严重程度：critical，major，minor';
comment on column report.work_orders.priority is '优先级：urgent 紧急，normal 普通，low 低';
comment on column report.work_orders.state is '状态：pending 待派单，assigned 待接单，handling 处理中，review 待验收，done 已完成，closed 已关闭';
comment on column report.work_orders.assignee_id is '负责人的成员编号';
comment on column report.work_orders.planned_on is '预约日期';
comment on column report.work_orders.day is '创建日期（上海）';
comment on column report.work_orders.occurred_at is '发生时间';
comment on column report.work_orders.occurred_at_local is '发生时间（上海当地时间）';
comment on column report.work_orders.opened_at is '创建时间';
comment on column report.work_orders.opened_at_local is '创建时间（上海当地时间）';
comment on column report.work_orders.accepted_at is '接单时间';
comment on column report.work_orders.accepted_at_local is '接单时间（上海当地时间）';
comment on column report.work_orders.arrived_at is '到场时间';
comment on column report.work_orders.arrived_at_local is '到场时间（上海当地时间）';
comment on column report.work_orders.submitted_at is '最后一次提交完工的时间';
comment on column report.work_orders.submitted_at_local is '最后一次提交完工的时间（上海当地时间）';
comment on column report.work_orders.finished_at is '完成或关闭的时间';
comment on column report.work_orders.finished_at_local is '完成或关闭的时间（上海当地时间）';
comment on column report.work_orders.occurrences is '上报次数';
comment on column report.work_orders.recurred is '是否复发';
comment on column report.work_orders.device_down is '设备是否停机';
comment on column report.work_orders.failure is '是否计为故障（保养和无故障除外）';
comment on column report.work_orders.repair_seconds is '从发生到修复的秒数';
comment on column report.work_orders.cost_fen is '费用（分），配件和服务费';
comment on column report.work_orders.service_fee_fen is '其中的服务费（分）';
comment on column report.work_orders.deal_result is '处理结果';
comment on column report.work_orders.deal_outcome is '处理结果的种类：repaired 已修复，replaced 已更换，temporary 临时处理，noFault 无故障，external 转外部处理';
comment on column report.work_orders.close_reason is '关闭原因：mistake 误报，duplicate 重复，recovered 已恢复，other 其他';
comment on column report.work_orders.parent_id is '返修的原工单编号';

-- The board's figures for report roles.

create view report.daily_figures with (security_barrier) as
select f.day, f.organ_id as organisation_id,
  coalesce(sum(f.value) filter (where f.metric = 'newStudents'), 0)::bigint as new_students,
  coalesce(sum(f.value) filter (where f.metric = 'transfersIn'), 0)::bigint as transfers_in,
  coalesce(sum(f.value) filter (where f.metric = 'rechargeFen'), 0)::bigint as recharge_fen,
  coalesce(sum(f.value) filter (where f.metric = 'rechargeOrders'), 0)::bigint as recharge_orders,
  coalesce(sum(f.value) filter (where f.metric = 'rechargeBonusFen'), 0)::bigint as recharge_bonus_fen,
  coalesce(sum(f.value) filter (where f.metric = 'rechargeRefundFen'), 0)::bigint as recharge_refund_fen,
  coalesce(sum(f.value) filter (where f.metric = 'courseOrders'), 0)::bigint as course_orders,
  coalesce(sum(f.value) filter (where f.metric = 'courseCashFen'), 0)::bigint as course_cash_fen,
  coalesce(sum(f.value) filter (where f.metric = 'courseRefundFen'), 0)::bigint as course_refund_fen,
  coalesce(sum(f.value) filter (where f.metric = 'incomeFen'), 0)::bigint as income_fen,
  coalesce(sum(f.value) filter (where f.metric = 'appUses'), 0)::bigint as sessions,
  coalesce(sum(f.value) filter (where f.metric = 'trainingSeconds'), 0)::bigint as training_seconds,
  coalesce(sum(f.value) filter (where f.metric = 'effectiveSeconds'), 0)::bigint as effective_seconds
from (
  select (f.period at time zone 'Asia/Shanghai')::date as day, k.organ_id, f.metric, sum(k.sign * f.value) as value
  from figure f
  join (
    -- A school's key has its service points, and 0 has everything.
    select o.id as key, o.id as organ_id, 1 as sign from organisation o where o.type <> 'platform'
    union all
    select o.id, o.parent_id, -1 from organisation o where o.type <> 'platform'
    union all
    select 0, min(o.id), 1 from organisation o where o.type = 'platform'
  ) k on k.key = f.key
  where f.grain = 'd'
  group by 1, 2, 3 having sum(k.sign * f.value) <> 0
) f
where f.organ_id in (select organ_id from report_scope)
group by f.day, f.organ_id;
comment on view report.daily_figures is '数据看板的合计数字，每天每个机构一行：驾校不含它的服务点，平台为不属于任何驾校的部分，各行相加即看板。人数不可相加，请在明细视图里按 student_id 去重';
comment on column report.daily_figures.day is '日期（上海）';
comment on column report.daily_figures.organisation_id is '机构编号';
comment on column report.daily_figures.new_students is '新增学员';
comment on column report.daily_figures.transfers_in is '其中转入的学员';
comment on column report.daily_figures.recharge_fen is '充值金额（分）';
comment on column report.daily_figures.recharge_orders is '充值订单数';
comment on column report.daily_figures.recharge_bonus_fen is '赠送金额（分）';
comment on column report.daily_figures.recharge_refund_fen is '充值退款（分）';
comment on column report.daily_figures.course_orders is '课程订单数';
comment on column report.daily_figures.course_cash_fen is '课程收款（分）';
comment on column report.daily_figures.course_refund_fen is '课程退款（分）';
comment on column report.daily_figures.income_fen is '收入金额（分）：课程收款减课程退款';
comment on column report.daily_figures.sessions is '应用使用次数';
comment on column report.daily_figures.training_seconds is '训练秒数';
comment on column report.daily_figures.effective_seconds is '有效训练秒数';
