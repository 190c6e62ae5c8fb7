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
