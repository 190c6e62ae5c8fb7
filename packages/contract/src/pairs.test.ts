import { expect, it } from 'vitest'
import type { z } from 'zod'
import { simulatorForm } from './devices/devices/deviceShapes.ts'
import { devices } from './devices/devices/devices.ts'
import { bills } from './money/bills/bills.ts'
import { pushes, pushForm } from './notices/pushes.ts'
import { workOrders } from './operations/workOrders/workOrders.ts'
import { enrolment } from './people/enrolment/enrolment.ts'
import { enrolmentConfigForm } from './people/enrolment/enrolmentShapes.ts'

const device = { simulatorName: '1 号', simulatorNum: 'SIM-1', organId: 1, roomId: 1 }
const config = {
  title: '周末班',
  gearType: 'C1',
  classType: 'weekend',
  price: 300_000,
  validFrom: '2026-01-01',
  validUntil: '2026-06-30',
}
const push = {
  title: '放假',
  content: '元旦放假',
  audience: { kind: 'all' },
  channels: ['system'],
  sendAt: '2026-12-31T20:00:00+08:00',
}
const page = { pageNum: 0, pageSize: 10 }
const backwards = { beginDate: '2026-02-01', endDate: '2026-01-31' }
const endOfDays = ['endDate', '结束日期不能早于开始日期'] as const
const warranty = ['warrantyUntil', '保修截止不能早于安装日期'] as const
const fullPrice = ['originalPrice', '原价不能低于价格，没有优惠请留空'] as const
const pinned = ['pinnedUntil', '置顶至须晚于发送时间'] as const
const months = ['endMonth', '结束月份不能早于开始月份'] as const
const oldDevice = { ...device, installedAt: '2026-01-02', warrantyUntil: '2026-01-01' }
const dear = { ...config, originalPrice: 299_999 }
// The same minute is not after it, whatever its zone.
const late = { ...push, pinnedUntil: '2026-12-31T12:00:00Z' }

/** A schema, what it is given, and the field that it refuses with a sentence; the same with equal ends is taken. */
const cases: readonly (readonly [string, z.ZodType, object, readonly [string, string]])[] = [
  ['新增设备', simulatorForm, oldDevice, warranty],
  ['编辑设备', devices.modify.input, { ...oldDevice, simulatorId: 1 }, warranty],
  ['保存设备', devices.addOrUpdate.input, oldDevice, warranty],
  ['新增招生配置', enrolmentConfigForm, { ...dear, schoolId: 1 }, fullPrice],
  ['编辑招生配置', enrolment.modifyConfig.input, { ...dear, id: 1 }, fullPrice],
  ['新增推送', pushForm, late, pinned],
  ['保存推送', pushes.save.input, late, pinned],
  ['账单列表', bills.list.input, { ...page, beginMonth: '2026-02', endMonth: '2026-01' }, months],
  ['导出账单', bills.export.input, { beginMonth: '2026-02', endMonth: '2026-01' }, months],
  ['收款列表', bills.receipts.input, { ...page, ...backwards }, endOfDays],
  ['工单列表', workOrders.list.input, { ...page, ...backwards }, endOfDays],
  [
    '工单列表',
    workOrders.list.input,
    { ...page, submittedFrom: '2026-02-01', submittedTo: '2026-01-31' },
    ['submittedTo', '完工止不能早于完工起'],
  ],
]

it.each(cases)(
  '%s refuses a pair the wrong way round at its second field',
  (_, schema, given, [field, sentence]) => {
    const issues = schema.safeParse(given).error?.issues
    expect(issues?.map(({ path, message }) => [path, message])).toEqual([[[field], sentence]])
    expect(schema.safeParse({ ...given, [field]: undefined }).success).toBe(true)
  },
)

it.each([
  [simulatorForm, { ...device, installedAt: '2026-01-02', warrantyUntil: '2026-01-02' }],
  [simulatorForm, { ...device, installedAt: null, warrantyUntil: '2026-01-02' }],
  [simulatorForm, { ...device, installedAt: '2026-01-02', warrantyUntil: '' }],
  [enrolmentConfigForm, { ...config, schoolId: 1, originalPrice: 300_000 }],
  [pushForm, { ...push, pinnedUntil: '2026-12-31T20:05:00+08:00' }],
  [bills.list.input, { ...page, beginMonth: '2026-02', endMonth: '2026-02' }],
])('equal ends and open ends are taken', (schema: z.ZodType, given: object) => {
  expect(schema.safeParse(given).error).toBeUndefined()
})

it('says so beside what else is wrong, so that it is all mended at once', () => {
  const issues = simulatorForm.safeParse({ ...oldDevice, simulatorName: '' }).error?.issues
  expect(issues?.map(({ path }) => path[0])).toEqual(['simulatorName', 'warrantyUntil'])
})
