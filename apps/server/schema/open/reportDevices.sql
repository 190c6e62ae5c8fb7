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
comment on column report.work_orders.failure is '是否计为故障：已提交完工，不来自计划（保养、巡检），处理结果不是无故障';
comment on column report.work_orders.repair_seconds is '从发生到修复的秒数';
comment on column report.work_orders.cost_fen is '费用（分），配件和服务费';
comment on column report.work_orders.service_fee_fen is '其中的服务费（分）';
comment on column report.work_orders.deal_result is '处理结果';
comment on column report.work_orders.deal_outcome is '处理结果的种类：repaired 已修复，replaced 已更换，temporary 临时处理，noFault 无故障，external 转外部处理';
comment on column report.work_orders.close_reason is '关闭原因：mistake 误报，duplicate 重复，recovered 已恢复，other 其他';
comment on column report.work_orders.parent_id is '返修的原工单编号';
