import { type PushState, pushStates } from '@drivesim/contract/pushes'
import { expect, it } from 'vitest'
import { channelNames, reasonAgainst } from './actions.ts'

const states: PushState[] = ['draft', 'waiting', 'sent', 'withdrawn']
const open = (action: Parameters<typeof reasonAgainst>[0]) =>
  states.filter(state => reasonAgainst(action, state) === null).map(state => pushStates[state])

it('what is open in which state', () => {
  expect(open('edit')).toEqual(['草稿'])
  expect(open('send')).toEqual(['草稿'])
  expect(open('cancel')).toEqual(['待发送'])
  expect(open('withdraw')).toEqual(['已发送'])
  expect(open('remove')).toEqual(['草稿', '已撤回'])
})

it('a closed action says in which state the push is', () => {
  expect(reasonAgainst('edit', 'sent')).toBe('推送是“已发送”状态，不能编辑，请刷新列表后重试')
})

it('channels read as words', () => {
  expect(channelNames(['system', 'sms', 'email'])).toBe('站内、短信、邮件')
})
