import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { devices } from './devices/devices/devices.ts'
import type { Endpoint } from './endpoint.ts'
import { describeIssue } from './issues.ts'
import { label } from './labels.ts'
import { bills } from './money/bills/bills.ts'
import { contracts } from './money/contracts/contracts.ts'
import { orders } from './money/orders/orders.ts'
import { notices } from './notices/notices.ts'
import { pushes } from './notices/pushes.ts'
import { enrolment } from './people/enrolment/enrolment.ts'
import { members } from './people/members.ts'
import { students } from './people/students/students.ts'
import { apps } from './schools/apps/apps.ts'
import { courses } from './schools/courses.ts'

function sentence(schema: z.ZodType, value: unknown): string | null {
  const result = schema.safeParse(value, { reportInput: true })
  return result.success ? null : describeIssue(schema, result.error.issues)
}
const refused = ({ input = z.never() }: Endpoint, value: unknown) => sentence(input, value)

describe('a refusal names the field by the word of its own call', () => {
  it.each<[string, Endpoint, unknown]>([
    ['招生配置不能为空', enrolment.bindConfig, {}],
    ['教练不能为空', enrolment.removeCoach, {}],
    ['通知设置不能为空', notices.ignore, { simulatorIds: [1] }],
    ['报名变更只能是“增驾”、“转校”、“结业”、“退学”之一', students.enrol, { userId: 1, kind: 'x' }],
    ['状态只能是“在职”、“离职”之一', enrolment.coaches, { state: 'x' }],
    [
      '通知类型只能是“设备离线提醒”、“设备故障提醒”、“工单提醒”、“账单提醒”、“合同到期提醒”、“系统公告”、“评论提到我”之一',
      notices.saveSystem,
      { messageType: 'x' },
    ],
    ['排序方向只能是“升序”、“降序”之一', devices.list, { sortOrder: 'x' }],
    ['排序字段只能是“设备名称”、“设备编号”、“车牌号”、“最近上报”之一', devices.list, { sortField: 'x' }],
    ['查询类型只能是“机构”、“教室”、“状态”、“型号”之一', devices.choices, { queryTypes: 'x' }],
    ['启用状态只能是“启用”、“停用”之一', members.list, { enabled: 'x' }],
    ['小图标只能是“否”、“是”之一', apps.saveMenu, { menuName: '首页', ifSmall: 2 }],
    ['成员不能为空', members.disable, {}],
    ['学员不能为空', students.reveal, { reason: '核对' }],
    ['移动到教室不能为空', devices.move, { simulatorId: 1, organId: 1 }],
    ['音量不能大于 100', apps.saveDeviceConfig, { schoolId: 1, lessonMinutes: 45, volume: 101 }],
    ['每页条数不能大于 100', devices.list, { pageSize: 500 }],
    ['机构格式不正确，请检查后重试', devices.list, { organId: 'x' }],
  ])('%s', (expected, endpoint, value) => {
    expect(refused(endpoint, value)).toBe(expected)
  })
})

describe('a refusal names the field inside', () => {
  it('an object', () => {
    const people = { kind: 'people', ids: ['x'] }
    expect(refused(pushes.reach, { audience: {} })).toBe('接收人范围不能为空')
    expect(refused(pushes.reach, { audience: { kind: 'x' } })).toBe(
      '接收人范围只能是“全部成员”、“按机构”、“按角色”、“指定成员”之一',
    )
    expect(refused(pushes.reach, { audience: people })).toBe('接收人格式不正确，请检查后重试')
    expect(refused(pushes.reach, {})).toBe('接收人不能为空')
  })
  it('an item of a list', () => {
    const offers = [
      { courseId: 1, price: null },
      { courseId: 2, price: -1 },
    ]
    expect(refused(courses.saveOfSchool, { schoolId: 1, offers })).toBe('课程第 2 项的价格不能小于 0')
  })
  it('a list of plain values', () => {
    const bound = { configId: 1, coachIds: [1, 'x'] }
    expect(refused(enrolment.bindConfig, bound)).toBe('教练格式不正确，请检查后重试')
  })
  it('the branch of a union', () => {
    const target = z.union([z.literal(''), z.object({ days: label('天数', z.int().min(3)) })])
    const schema = z.object({ target: label('范围', target) })
    expect(sentence(schema, { target: { days: 1 } })).toBe('天数不能小于 3')
    expect(sentence(schema, { target: 5 })).toBe('范围格式不正确，请检查后重试')
  })
})

it('takes null, an emptied field, as missing', () => {
  expect(refused(devices.command, { simulatorId: null, command: 'lock' })).toBe('设备不能为空')
})

it('has a sentence where no field is to blame', () => {
  expect(sentence(z.object({}), 1)).toBe('提交的内容格式不正确，请检查后重试')
})

describe('a refusal writes a bound as people write the number', () => {
  it.each<[string, Endpoint, unknown]>([
    ['金额不能大于 ¥100,000.00', orders.rechargeOffline, { studentId: 1, amount: 10_000_001 }],
    ['金额不能小于 ¥0.01', orders.rechargeOffline, { studentId: 1, amount: 0 }],
    ['赠送金额不能大于 ¥100,000.00', orders.rechargeOffline, { studentId: 1, amount: 1, bonus: 10_000_001 }],
    ['金额不能小于 −¥100,000,000.00', bills.adjust, { schoolId: 1, amount: -10_000_000_001 }],
    ['金额不能为 0', bills.adjust, { schoolId: 1, amount: 0 }],
    ['平台分成比例不能大于 100%', contracts.add, { schoolId: 1, mode: 'share', platformBp: 10_001 }],
    ['出账日不能大于 28', contracts.add, { schoolId: 1, mode: 'rent', billingDay: 29 }],
  ])('%s', (said, endpoint, value) => expect(refused(endpoint, value)).toBe(said))
})
