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
