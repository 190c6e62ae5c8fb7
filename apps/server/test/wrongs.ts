/** Of a work order. */
const reopenedColumns = `state = 'pending', assignee_id = null, finished_at = null, close_reason = null, paused_since = null,
  pause_reason = null, resume_by = null, merged_into = null, approve_by = null, dedupe_key = null`

/** For each check of `npm run check-data`, by its title, a change behind the program's back that it must tell of. */
export const wrongs: Readonly<Record<string, string>> = {
  每天的安全事件数与安全日志一致:
    "insert into security_event_count values ('2020-01-01', 'signIn', true, 0, 1)",
  每人的操作次数与操作日志一致: 'update operation_log_count set entries = entries + 1',
  '每人的未读、已读、回收站数与消息一致': 'update message_count set unread = unread + 1',
  '存下的名称和号码里没有看不见的字符、全角数字等，清理后不为空，也不与另一条相同':
    'update classroom set name = name || chr(8203)',
  学员的剩余时长与其学籍一致: 'update student_minutes set minutes = minutes + 1',
  学员的最近训练与训练记录一致: 'update student_trained set last_at = null',
  各驾校各状态的学员数与学员一致: 'update student_count set students = students + 1',
  '每个身份证号都能用现有密钥解开，且属于该学员': `
    update student s set id_number = o.id_number from student o
    where s.id = (select min(id) from student where id_number is not null)
      and o.id = (select max(id) from student where id_number is not null)`,
  每个动态验证码的密钥都能用现有密钥解开: `
    insert into factor (member_id, kind, name, secret) select min(id), 'totp', '手机', '\\x00' from member`,
  每把签名密钥都能用现有密钥解开: `
    insert into signing_key (id, secret, begins_at) values (1, '\\x00', now())`,
  '已注销学员没有留下姓名、手机号、身份证号、标签和备注': `update student set erased_at = now() where id = (select min(id) from student)`,
  每份留存的身份信息都能用现有密钥解开: `
    insert into held_identity (student_id, sealed, until) select min(id), '\\x00', current_date from student`,
  每个推送地址的签名密钥都能用现有密钥解开: `
    insert into webhook_endpoint (name, address, owner_id, organ_id, types, secrets)
    select '推送', 'https://example.com/', min(id), (select min(id) from organisation), '{bill.closed}', '\\x00' from member`,
  每个群机器人的地址都能用现有密钥解开: `
    insert into robot (organ_id, name, kind, types, sealed, address_end, owner_id)
    select (select min(id) from organisation), '群', 'wecom', '{bill}', '\\x00', '0000', min(id) from member`,
  安全日志和操作日志的每一条都与封存时一致: `
    insert into log_seal (seq, source, row_id, hash) values (1000000, 'event', 0, '\\x00')`,
  各机构各状态的设备数与设备一致: 'update simulator_count set simulators = simulators + 1',
  '合同编号逐月连续，没有空号': `update number_series set last = last + 1 where series = 'HT'`,
  押金余额不为负: 'update deposit_entry set amount = -amount',
  每笔押金收退都已入账: 'update deposit_entry set amount = amount + 1',
  凭证归使用它的驾校: `
    insert into voucher (file, sha256, bytes, member_id, organ_id)
    select repeat('x', 32) || '.webp', sha256('x'), 1, (select min(id) from member), max(id) from organisation where type = 'school';
    update contract set attachment_id = (select max(id) from voucher) where id = (select min(id) from contract)`,
  '每张凭证至多证明一笔有效的收付款、押金收退或退款': `
    insert into voucher (file, sha256, bytes, member_id)
    select repeat(x, 32) || '.webp', sha256('x'), 1, (select min(id) from member) from unnest(array['x', 'y']) x;
    update deposit_entry d set voucher_id = v.id
    from (select id, row_number() over (order by id) as place from deposit_entry) e,
      (select id, row_number() over (order by id) as place from voucher where sha256 = sha256('x')) v
    where e.id = d.id and v.place = e.place`,
  '付款文件的结果与登记的付款一致，未完成的文件才有待回读的付款':
    'insert into payment_batch (created_by) select min(id) from member',
  '每所驾校最后一份未终止的合同有到期提醒，其他合同没有': `delete from attention where subject like 'contract:%'`,
  每小时使用量等于训练记录之和: 'update usage_hour set seconds = seconds + 1',
  每日使用量等于训练记录之和: 'delete from usage_day',
  '驾校每月各子科目的次数、通过与扣分项等于训练记录之和': 'update school_month set errors = errors + 1',
  '每日在线、故障、启用时长等于状态区间之和': 'update health_day set fault_seconds = fault_seconds + 1',
  '各机构每日启用、故障时长等于其设备之和': 'update health_organ_day set fault_seconds = fault_seconds + 1',
  '各机构每月启用、故障时长等于每日之和':
    'update health_organ_month set enabled_seconds = enabled_seconds + 1, fault_seconds = fault_seconds + 1',
  '各机构正在启用、故障的设备数等于未结束的状态区间': 'update health_open set simulators = simulators + 1',
  '每台设备的四项状态各有一个未结束的区间，与当前状态一致':
    'update simulator_interval set ended_at = now() where ended_at is null',
  '状态区间首尾相接，不重叠也无空缺': `update simulator_interval set ended_at = ended_at + interval '1 s' where fact = 'link'`,
  '每条训练记录只记一次，按编号和学员能找到': 'update training_session_key set student_id = null',
  设备上显示的训练都还没有结束: 'update simulator_state set session_id = gen_random_uuid()',
  有未清除故障的设备都显示为故障: `update simulator_state set reported_health = 'fault'`,
  各设备每天的训练次数与故障次数等于记录之和: 'update simulator_day set sessions = sessions + 1',
  '工单数等于按机构、状态计数之和': 'update work_order_count set orders = orders + 1',
  全平台工单数等于各机构之和: 'update work_order_total set orders = orders + 1',
  每人未完结工单数等于其工单: 'update staff_load set orders = orders + 1',
  工单的关注事项与状态一致: `delete from attention where subject like 'workOrder:%'`,
  工单时限等于按事件重算: 'delete from work_order_clock',
  任务的完成数与失败数等于任务行: `
    insert into job (kind, label, owner_id, input, total, done, state, finished_at)
    select '一', '二', min(id), '{}', 1, 1, 'finished', now() from member`,
  每笔分录借贷相等: `update ledger_entry set amount = amount + 1 where account = 'bank'`,
  '学员余额等于账上余额，也等于充值订单的可用余额': 'update purse set cash = cash + 1',
  学员余额记在学员现在的驾校: 'update student set school_id = (select max(school_id) from student)',
  '每笔待审批的退款有一份待审批的申请，其他退款没有': `delete from approval where kind = 'refund'`,
  '按申请付出的款项都经同意，账单、金额与账户一致': `
    with paid as (select id, bill_id, amount from bill_payment where direction = 'out' and voided_at is null limit 1),
      asked as (insert into approval (kind, subject_id, asked_by) select 'payment', bill_id, 1 from paid returning id),
      request as (
        insert into payment_request (approval_id, bill_id, amount) select asked.id, bill_id, amount from paid, asked returning id
      )
    update bill_payment p set request_id = request.id from paid, request where p.id = paid.id`,
  充值订单的可用余额与已退金额等于明细: 'update recharge_order set refunded = refunded + 1',
  课程订单的金额与分钟数等于明细: 'update minute_entry set minutes = minutes + 1',
  学籍的剩余分钟数等于课程订单的剩余分钟数之和:
    'update enrolment set remaining_minutes = remaining_minutes + 1',
  '每次训练扣的分钟数等于训练时长，补回除外': 'update minute_entry set minutes = minutes + 1',
  驾校的课程收入等于课程订单的资金来源: `update account_sum set amount = amount + 1 where account = 'course_income'`,
  '驾校代收款等于代收的充值余额、未出账的使用和退款中之和': `update account_sum set amount = amount + 1 where account = 'custody'`,
  账户余额等于分录之和: `update account_sum set amount = amount + 1 where account = 'bank'`,
  每月低于标价的销售等于课程订单: 'update below_list_month set amount = amount + 1',
  订单与退款按月的合计等于按日的合计: 'update order_month set amount = amount + 1',
  全平台每日订单与退款等于各机构之和: 'update order_total set amount = amount + 1',
  订单与退款的数量和金额等于明细: 'update order_count set orders = orders + 1',
  驾校代收款等于上期账单的代收未用加其后的变动:
    'update bill set custody_open = custody_open + 1, custody_close = custody_close + 1',
  账单的未结金额等于驾校往来账: `update ledger_entry set amount = amount + 1 where account = 'school_current'`,
  '账单各行等于所含的订单、退款和调整': 'update bill_line set items = items + 1',
  全平台每月账单合计等于各驾校之和: 'update bill_total set platform_share = platform_share + 1',
  账单按机构的收入等于所含的课程订单: 'update bill_point set base = base + 1',
  账单的分成和租金按合同计算无误: `update bill_line set amount = amount + 1 where kind in ('platformShare', 'rent')`,
  '账单合计等于各行之和，已结等于有效收付款之和，校验码相符': `update bill set digest = decode('00', 'hex')`,
  '账单和收付款编号逐月连续，没有空号': `update number_series set last = last + 1 where series = 'ZD'`,
  驾校的代收未用逐期衔接:
    'update bill set custody_open = custody_open + 1, custody_close = custody_close + 1',
  账单有异议当且仅当最后一次提出的异议没有答复也没有撤回: `update bill_remark set kind = 'answer'`,
  账单按状态有且仅有应有的提醒: `delete from attention where subject like 'bill:%'`,
  渠道通知的支付与充值订单一致: `
    insert into pay_event (channel, event_id, order_no, channel_no, amount, paid_at, outcome)
    values ('wechat', '一', '二', '三', 1, now(), 'paid')`,
  待支付的扫码订单和原路退款都在向渠道查询: `
    update recharge_order set paid_at = null, cash_left = 0, refunded = 0
    where channel = 'wechat' and reversed_at is null and closed_at is null`,
  设备累计时长等于训练记录之和: 'update simulator_meter set seconds = seconds + 1',
  同一计划在同一教室至多一张未完结工单: `
    update work_order w set plan_id = p.id, room_id = r.id, source = 'plan', ${reopenedColumns}
    from (select min(id) as id from maintenance_plan) p, (select min(id) as id from classroom) r
    where w.id in (select id from work_order order by id limit 2)`,
  每日工单汇总等于工单: 'update work_order_day set orders = orders + 1',
  每月工单汇总等于每日之和: 'update work_order_month set cost = cost + 1',
  每张已提交工单的及时与返修结果等于其事实: 'update work_order_outcome set on_time = not on_time',
  各机构每日运维指标等于工单: 'update operations_day set opened = opened + 1',
  各机构每月运维指标等于每日之和: 'update operations_month set cost = cost + 1',
  全平台每日运维指标等于各机构之和: 'update operations_total set opened = opened + 1',
  全平台每日故障汇总等于各机构之和: 'update failure_total set failures = failures + 1',
  工单费用等于服务费与配件之和: 'update work_order set service_fee = service_fee + 1',
  同一设备同一部件的自动工单至多一张未完结: `
    update work_order w set source = 'device', ${reopenedColumns}, simulator_id = o.simulator_id, organ_id = o.organ_id,
      component_kind_id = o.component_kind_id
    from (select * from work_order where source = 'device' and component_kind_id is not null order by id limit 1) o
    where w.id in (select id from work_order where source = 'device' order by id limit 2)`,
  '渠道在途款等于线上充值减去原路退款、手续费和商家优惠，加上挂账': `
    update account_sum set amount = amount + 1 where account = 'clearing'`,
  退款在途等于还没有付出的充值退款: `
    insert into account_sum (account, school_id, channel, amount) values ('refunding', 0, 'wechat', 1)
    on conflict (account, school_id, channel) do update set amount = account_sum.amount + 1`,
  挂账金额等于渠道账单里记差额和挂账的明细: `
    insert into account_sum (account, school_id, channel, amount) values ('suspense', 0, 'wechat', 1)
    on conflict (account, school_id, channel) do update set amount = account_sum.amount + 1`,
  商家优惠等于渠道账单里已记的商家优惠: `
    insert into account_sum (account, school_id, channel, amount) values ('merchant_discount', 0, 'wechat', 1)
    on conflict (account, school_id, channel) do update set amount = account_sum.amount + 1`,
  渠道手续费等于已平账单的手续费: `update account_sum set amount = amount + 1 where account = 'channel_fee'`,
  '渠道账单的笔数等于明细，已平的没有未处理的差异': 'update channel_statement set matched = matched + 1',
  看板汇总等于事实: 'update figure set value = value + 1',
  人员日等于事实: 'update person_day set facts = facts + 1',
  首次计入等于人员日: 'update people_first set people = people + 1',
  本校前一日等于人员日: `update person_day set day_before = '-infinity'`,
  跨校标记等于人员日: 'update person_day set other_school = case other_school when 0 then 1 else 0 end',
}
