import type { AccessCode } from '@drivesim/contract/access'

/** A page as the specification (§2) has it; written from that text, not from the code that is tested. */
export interface Route {
  path: string
  title: string
  /** Of the page and of its group; any one of each list. */
  access: readonly (readonly AccessCode[])[]
  hidden?: true
  /** Where it is not the last word of the path. */
  name?: string
}

const open: Route['access'] = []
const device = (...codes: AccessCode[]): Route['access'] => [['device'], codes]
const finance = (...codes: AccessCode[]): Route['access'] => [['finance'], codes]
const system = (...codes: AccessCode[]): Route['access'] => [['system'], codes]
const ops: Route['access'] = [['ops']]
const hidden = true

export const routes: readonly Route[] = [
  { path: '/home', title: '首页', access: open },
  { path: '/controlPanel', title: '数据看板', access: open },
  { path: '/schoolComparison', title: '驾校对比', access: open, hidden },
  { path: '/addStudent', title: '新增学员', access: open, hidden },
  { path: '/payStudent', title: '付费学员', access: open, hidden },
  { path: '/rechargeMoney', title: '充值金额', access: open, hidden },
  { path: '/courseOrderLine', title: '课程订单趋势', access: open, hidden },
  { path: '/incomeMoney', title: '收入金额', access: open, hidden },
  { path: '/appUseAmount', title: '应用使用次数', access: open, hidden },
  { path: '/coursePayAmount', title: '课程付费人数', access: open, hidden },
  { path: '/courseUseAmount', title: '课程使用人数', access: open, hidden },
  { path: '/device/deviceManagement', title: '设备列表', access: device('device:simulator') },
  { path: '/device/deviceDetail', title: '设备详情', access: device(), hidden },
  { path: '/d/SIM-0001', title: '扫码设备', access: open, hidden, name: 'deviceLabel' },
  { path: '/device/runningState', title: '运行状态', access: device('device:running') },
  { path: '/device/teachDateDisplay', title: '教学数据', access: device('device:teachData'), hidden },
  { path: '/institution/drivingManagement', title: '驾校管理', access: [['organ:school']] },
  { path: '/institution/schoolDetail', title: '驾校详情', access: [['organ:school']], hidden },
  { path: '/institution/classroomManagement', title: '教室管理', access: open, hidden },
  { path: '/institution/seviceManagement', title: '服务点管理', access: open, hidden },
  { path: '/finacial/situation', title: '财务概况', access: finance('finance:home') },
  { path: '/finacial/currentBill', title: '本期账单', access: finance(), hidden },
  { path: '/finacial/pastBill', title: '往期账单', access: finance(), hidden },
  { path: '/finacial/reconciliation', title: '对账管理', access: finance('finance:accCheck') },
  { path: '/finacial/statement', title: '对账单', access: finance(), hidden },
  { path: '/finacial/collectionBill', title: '还款账单', access: finance(), hidden },
  { path: '/finacial/collection', title: '收款管理', access: finance('finance:receipt') },
  { path: '/finacial/approvals', title: '审批', access: finance('finance:approve', 'finance:edit') },
  { path: '/finacial/configuration', title: '合同信息配置', access: finance('finance:contract') },
  { path: '/orderManage/rechargeOrder', title: '充值订单', access: open },
  { path: '/orderManage/courseOrder', title: '课程订单', access: open },
  { path: '/student/studentManagement', title: '学员列表', access: open },
  { path: '/student/studentDetail', title: '学员详情', access: open, hidden },
  { path: '/enroll/enroll_config', title: '招生配置', access: open, hidden },
  { path: '/enroll/enroll_student', title: '招生学员', access: open, hidden },
  { path: '/enroll/coach', title: '教练管理', access: open, hidden },
  { path: '/enroll/simulator', title: '设备绑定', access: open, hidden },
  { path: '/system/roleManagement', title: '角色管理', access: system('system:role') },
  { path: '/system/roleDetail', title: '角色详情', access: system(), hidden },
  { path: '/system/memberManagement', title: '成员管理', access: system('system:user') },
  { path: '/system/memberDetail', title: '成员详情', access: system(), hidden },
  { path: '/system/sendManagement', title: '推送管理', access: system('system:noticePush') },
  { path: '/system/securityPolicy', title: '安全设置', access: system('system:security') },
  { path: '/system/privacy', title: '个人信息保护', access: system('system:privacy') },
  { path: '/system/openApi', title: '开放接口', access: system('system:open') },
  { path: '/system/operationLog', title: '操作日志', access: system() },
  { path: '/system/clientErrors', title: '前端错误', access: system() },
  { path: '/operation/workOrder', title: '工单管理', access: ops },
  { path: '/operation/orderDetail', title: '工单详情', access: ops, hidden },
  { path: '/operation/deviceRepair', title: '设备维修', access: ops, hidden },
  { path: '/operation/operationMember', title: '运维人员', access: ops },
  { path: '/operation/opsMemberDetail', title: '运维人员详情', access: ops, hidden },
  { path: '/operation/maintenancePlan', title: '保养计划', access: ops },
  { path: '/operation/inspection', title: '巡检盘点', access: ops },
  { path: '/operation/opsFigures', title: '运维分析', access: ops },
  { path: '/operation/componentKind', title: '部件类型', access: ops },
  { path: '/operation/faultType', title: '故障类型', access: ops },
  { path: '/operation/dealResult', title: '处理结果', access: ops },
  { path: '/operation/opsSetting', title: '运维设置', access: ops },
  { path: '/operationAnother/apply', title: '应用管理', access: open },
  { path: '/operationAnother/courseConfig', title: '课程配置', access: open, hidden },
  { path: '/operationAnother/deviceConfig', title: '设备配置', access: open, hidden },
  { path: '/operationAnother/applyConfig', title: '应用配置', access: open, hidden },
  { path: '/test', title: '测试页', access: open, hidden },
  { path: '/argu/params/7', title: '动态路由参数', access: open, hidden, name: 'params' },
  { path: '/argu/query', title: '带参路由', access: open, hidden },
  { path: '/message', title: '消息中心', access: open, hidden, name: 'message_page' },
]

/** Whether these codes open the page: any one of each list that is not empty (spec §5, §6). */
export function mayOpen({ access }: Route, codes: ReadonlySet<string>): boolean {
  return access.every(list => list.length === 0 || list.some(code => codes.has(code)))
}
