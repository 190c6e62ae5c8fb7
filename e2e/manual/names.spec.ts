import * as contract from '@drivesim/contract'
import { bills, devices, members, organisations, roles, students, workOrders } from '@drivesim/contract'
import type { Api } from '../support/api.ts'
import { namesInTests, namesMissing, screenArticles } from '../support/manual.ts'
import { patience } from '../support/pace.ts'
import { open } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

const parts = 4
const articles = screenArticles().filter(({ routes }) => routes.length > 0 && !routes.includes('/login'))
const tested = namesInTests()

/** States, acts, choices and permissions as the contract calls them: pages show these, whichever record stands there (manual.test.ts). */
const words: ReadonlySet<string> = new Set(
  Object.values<unknown>(contract).flatMap(value => [
    ...stringsOf(value),
    ...(isMachine(value)
      ? [...stringsOf(value.states), ...Object.values(value.actions).map(({ label }) => label)]
      : []),
  ]),
)

function isMachine(value: unknown): value is contract.Machine<string, Record<string, contract.Step<string>>> {
  return typeof value === 'object' && value !== null && 'states' in value && 'actions' in value
}

function stringsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value as Record<string, unknown>).filter(one => typeof one === 'string')
}

/** What stands there only for somebody else, behind an act, or of a record that the demo has not. */
const elsewhere: readonly string[] = [
  // who is not signed in
  'device-label: 工作人员登录',
  // a range of one day
  'dashboard-details: 按小时',
  // ten seconds behind an act
  'repair-results: 撤销',
  'service-points: 撤销',
  // a contract with a deposit
  'contracts: 收退日期',
  // a line that does not agree, and what is done with it
  'channel-statements: 补单',
  'channel-statements: 记商家优惠',
  'channel-statements: 认领到学员',
  // a bill that is repaid, and one with late lines
  'collection-bills: 收付方式',
  'collection-bills: 收付日期',
  'collection-bills: 用来抵扣的账单',
  'statement: 跨期',
  // an order that is paid and opened
  'course-orders: 资金来源',
  // the menu of the board, and a table with people of several schools
  'dashboard: 导出 CSV',
  'dashboard: 导出 Excel',
  'dashboard: 跨校重复',
  // a submenu
  'app-settings: 上级菜单',
  // of the school that is signed in
  'current-bill: 净额',
  'current-bill: 代收未用',
  'current-bill: 服务点小计',
  // a device that is in another room
  'inspections: 修正教室',
  // of a student with an order that waits, and one's own request
  'recharge-orders: 充值后支付',
  'recharge-orders: 撤回申请',
  // of a student with a note, and with money at other schools
  'student-detail: 修改备注',
  'student-detail: 其他机构发生额',
  // of a technician with orders
  'work-orders: 导航',
  // an order that waits for somebody: which one is the first changes with the day
  'work-order-detail: 推荐处理人',
  // a fault that is over, a report by its label
  'work-order-detail: 再次上报',
  'work-order-detail: 确认已修复',
  'work-order-detail: 扫码报修',
]

for (let part = 0; part < parts; part += 1)
  test(`what an article names stands on its page (${part + 1} of ${parts})`, async ({ page, api }) => {
    test.setTimeout(patience(240_000))
    const missing: string[] = []
    for (const { slug, routes, tabs, names } of articles.filter((_, place) => place % parts === part)) {
      let left = names.filter(name => !tested.includes(name) && !words.has(name))
      for (const path of routes) {
        if (left.length === 0) break
        const tab = tabs[0] === undefined ? '' : `?tab=${tabs[0]}`
        await open(page, (await addressOf(api, path)) + tab)
        left = await namesMissing(page, left)
      }
      missing.push(...left.map(name => `${slug}: ${name}`).filter(line => !elsewhere.includes(line)))
    }
    expect(missing).toEqual([])
  })

const firstOf = <Row>({ dataList: [row] }: { dataList: readonly Row[] }): Row => {
  if (row === undefined) throw new Error('the demo has none')
  return row
}
const page = { pageNum: 1, pageSize: 10 }

/** What a page of one record shows: the first that the demo has. */
const recordOf: Readonly<Record<string, (api: Api) => Promise<string>>> = {
  simulatorId: async api => String(firstOf(await api.call(devices.list, page)).simulatorId),
  billId: async api => String(firstOf(await api.call(bills.list, page)).billId),
  orderId: async api => String(firstOf(await api.call(workOrders.list, page)).orderId),
  organizationId: async api =>
    String((await api.call(organisations.list, { type: 'school' }))[0]?.organizationId),
  roleId: async api => String(firstOf(await api.call(roles.list, page)).roleId),
  student: async api => String(firstOf(await api.call(students.list, page)).userId),
  member: async api => String(firstOf(await api.call(members.list, page)).userId),
  staff: async api => String(firstOf(await api.call(members.list, { ...page, paramValue: 'ops' })).userId),
}
const keyOf: Readonly<Record<string, [key: string, of: string]>> = {
  '/device/deviceDetail': ['simulatorId', 'simulatorId'],
  '/device/teachDateDisplay': ['simulatorId', 'simulatorId'],
  '/operation/deviceRepair': ['simulatorId', 'simulatorId'],
  '/finacial/statement': ['billId', 'billId'],
  '/operation/orderDetail': ['orderId', 'orderId'],
  '/institution/schoolDetail': ['organizationId', 'organizationId'],
  '/institution/classroomManagement': ['organizationId', 'organizationId'],
  '/institution/seviceManagement': ['organizationId', 'organizationId'],
  '/operationAnother/deviceConfig': ['organizationId', 'organizationId'],
  '/operationAnother/applyConfig': ['organizationId', 'organizationId'],
  '/operationAnother/courseConfig': ['organizationId', 'organizationId'],
  '/system/roleDetail': ['roleId', 'roleId'],
  '/system/memberDetail': ['userId', 'member'],
  '/student/studentDetail': ['userId', 'student'],
  '/operation/opsMemberDetail': ['userId', 'staff'],
}

async function addressOf(api: Api, path: string): Promise<string> {
  if (path === '/d/:simulatorNum') return '/d/SIM-0001'
  const [key, of] = keyOf[path] ?? []
  if (key === undefined || of === undefined) return path
  return `${path}?${key}=${await recordOf[of]?.(api)}`
}
