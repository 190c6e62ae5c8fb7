import { describe, expect, it, test } from 'vitest'
import { simulatorMachine } from './devices/devices/deviceShapes.ts'
import { switchMachine } from './enabled.ts'
import { refuse } from './errors.ts'
import { errors } from './index.ts'
import type { Machine, Step } from './machine.ts'
import { messageMachine } from './notices/messages.ts'
import { outboxMachine } from './notices/outbox.ts'
import { pushMachine } from './notices/pushes.ts'
import { applicationMachine } from './people/enrolment/enrolmentShapes.ts'
import { enrolmentMachine } from './people/students/studentShapes.ts'
import { jobMachine } from './tools/jobs.ts'

type Steps<State extends string, Actions> = { readonly [Name in keyof Actions]: Step<State> }

/** For each act the words of the states in which it is open. */
function openIn<State extends string, Actions extends Steps<State, Actions>>(
  tested: Machine<State, Actions>,
) {
  const states = Object.keys(tested.states) as State[]
  return Object.fromEntries(
    Object.entries<Step<State>>(tested.actions).map(([name, { label }]) => [
      label,
      states.filter(state => tested.may(name as keyof Actions, state)).map(state => tested.states[state]),
    ]),
  )
}

describe('what is open in which state', () => {
  it.each([
    ['simulator', openIn(simulatorMachine), { 发送指令: ['空闲', '训练中', '故障'] }],
    ['simulator', openIn(simulatorMachine), { 停用设备: ['空闲', '故障', '离线'], 启用设备: ['停用'] }],
    ['simulator', openIn(simulatorMachine), { 移动设备: ['空闲', '故障', '离线', '停用'] }],
    ['push', openIn(pushMachine), { 编辑: ['草稿'], 发送: ['草稿'], 取消定时: ['待发送'], 撤回: ['已发送'] }],
    ['push', openIn(pushMachine), { 删除: ['草稿', '已撤回'] }],
    ['application', openIn(applicationMachine), { 确认: ['待确认'], 拒绝: ['待确认'], 取消报名: ['待确认'] }],
    ['enrolment', openIn(enrolmentMachine), { 结业: ['学习中'], 退学: ['学习中'] }],
    ['enrolment', openIn(enrolmentMachine), { 增驾: ['学习中', '已结业', '已退学'] }],
    ['message', openIn(messageMachine), { 删除: ['未读', '已读'], 移到回收站: ['已读'], 还原: ['回收站'] }],
    ['job', openIn(jobMachine), { 取消: ['等待中', '执行中'], 重试: ['已完成', '已取消'], 下载: ['已完成'] }],
    ['outbox', openIn(outboxMachine), { 重新发送: ['发送失败', '未配置，已保留'] }],
  ])('%s', (_name, open, expected) => expect(open).toMatchObject(expected))
})

describe('a closed act', () => {
  it('is refused with the sentence that its button says', () => {
    const refusal = pushMachine.refusal('edit', 'sent')
    expect(refusal?.code).toBe(errors.pushNot.code)
    expect(refusal?.message).toBe('推送是“已发送”状态，不能编辑，请刷新列表后重试')
    expect(pushMachine.reason('edit', 'sent')).toBe(refusal?.message)
    expect(pushMachine.reason('edit', 'draft')).toBeNull()
  })

  it.each([
    [simulatorMachine.reason('disable', 'training'), errors.deviceTraining.sentence()],
    [simulatorMachine.reason('move', 'training'), errors.deviceTraining.sentence()],
    [simulatorMachine.reason('disable', 'disabled'), errors.deviceAlreadySo.sentence('停用')],
    [simulatorMachine.reason('enable', 'training'), errors.deviceAlreadySo.sentence('启用')],
    [simulatorMachine.reason('command', 'offline'), errors.deviceOffline.sentence()],
    [simulatorMachine.reason('command', 'disabled'), errors.deviceDisabled.sentence()],
    [applicationMachine.reason('confirm', 'refused'), errors.applicationNot.sentence('已拒绝')],
    [jobMachine.reason('download', 'running'), errors.jobNot.sentence('下载', '执行中')],
    [enrolmentMachine.reason('finish', 'left'), errors.enrolmentNot.sentence('结业', '已退学')],
  ])('says what to do: %s', (reason, sentence) => expect(reason).toBe(sentence))
})

test('a thing that is on or off already says so', () => {
  const door = switchMachine(state => refuse(errors.alreadySo, '门', state))
  expect(door.reason('enable', 'disabled')).toBeNull()
  expect(door.reason('enable', 'enabled')).toBe('门已经是启用状态，请刷新列表')
  expect(door.reason('disable', 'disabled')).toBe('门已经是停用状态，请刷新列表')
})
