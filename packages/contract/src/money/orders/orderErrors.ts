import { error } from '../../errors.ts'
import { formatFen } from '../../money.ts'

/** Refusals about orders: −125yy. Amounts are fen. */
export const orderErrors = {
  balanceShort: error(-12501, (shortage: number) => `余额不足，还差 ${formatFen(shortage)}，请先充值`),
  rechargedTwice: error(
    -12502,
    (no: string) => `10 分钟内已为该学员登记过相同金额的线下充值（单号 ${no}），确认不是重复请再次提交`,
  ),
  paidOnOutside: error(-12503, '收款日期只能在最近 31 天内，且不能晚于今天'),
  paidOnClosed: error(-12504, '收款日期所在月份已出账或合同不同，请由平台登记并说明原因'),
  offlineCapReached: error(-12505, (cap: number) => `线下代收已达上限 ${formatFen(cap)}，请先结清账单`),
  bonusByTiers: error(-12506, '赠送金额按充值档位计算，只有平台可以另填并说明原因'),
  belowFloorPrice: error(-12507, (floor: number) => `价格低于平台底价 ${formatFen(floor)}，请调整价格`),
  refundTooMuch: error(-12508, (most: string) => `最多可退 ${most}`),
  nothingToRefund: error(-12509, '全部由赠送金支付，没有可退的现金'),
  originalTooLate: error(-12510, '支付已超过一年，渠道不支持原路退款，请选择银行转账'),
  decidesOwn: error(-12511, (others: string, what: string) => `不能审批自己提交的${what}，请由${others}审批`),
  decidesOfHeld: error(
    -12533,
    (others: string) =>
      `您和提交人的账号有关联（30 天内创建过、重置过密码或改过联系方式），请由${others}审批`,
  ),
  noRaise: error(-12535, '没有等待生效的限额，请刷新后重试'),
  nobodyDecides: error(
    -12534,
    '现在没有其他人可以审批，请由另一位无关联的系统管理员在成员管理中当面核实，或请运维人员在服务器上运行 npm run four-eyes',
  ),
  orderNot: error(
    -12512,
    (what: string, state: string, action: string) => `${what}是“${state}”状态，不能${action}，请刷新后重试`,
  ),
  heldBySchool: error(-12513, (school: string) => `该笔线下充值由${school}代收，请由该驾校办理`),
  offlineBalanceLeft: error(
    -12514,
    (amount: number) => `学员还有线下充值余额 ${formatFen(amount)}，转校请由平台确认`,
  ),
  refundNotClosed: error(-12515, '渠道尚未确认原退款已关闭，不能换方式或放弃'),
  noChannel: error(-12516, (channel: string) => `没有配置${channel}，不能扫码收款`),
  rechargeUsed: error(-12517, '充值已使用，不能冲正，请退款'),
  refundMethodWrong: error(
    -12518,
    (channel: string, method: string) => `${channel}充值不能这样退款，请选择${method}`,
  ),
  refundPaidOutside: error(-12519, '付款日期不能早于申请退款的日期，也不能晚于今天'),
  courseNotOffered: error(-12520, (course: string) => `本驾校不销售课程“${course}”，请选择其他课程`),
  notToAccept: error(-12521, '该充值不是代登记，无需驾校确认，请刷新列表'),
  acceptedBySchool: error(-12522, '代登记须由收款驾校的人员确认，平台不能代为确认'),
  noChannelToRefund: error(-12523, (channel: string) => `没有配置${channel}，不能原路退款，请选择银行转账`),
  originalTooMany: error(-12524, '该订单已原路退款 50 次，达到渠道上限，请选择银行转账'),
  paidByChannel: error(-12525, '原路退款到账后由渠道通知，自动登记，请稍后查看'),
  notByCode: error(-12526, '该订单是线下充值，没有收款码，请刷新列表'),
  channelAway: error(-12527, (channel: string) => `${channel}暂时没有响应，请稍后重试`),
} as const
