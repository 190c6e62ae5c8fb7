import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { enabled, filter, id, version } from '../fields.ts'
import { label } from '../labels.ts'
import { page, paging } from '../paging.ts'
import { enabledState } from '../schools/organisations/organisationShapes.ts'
import {
  robotChange,
  robotForm,
  robotList,
  robotMessageList,
  robotMessageRow,
  robotMessageState,
  robotRow,
} from './robotShapes.ts'

const access = ['system:open'] as const
const base = '/admin/api/open/robots'
const robotId = label('群机器人', id)

/**
 * Group robots of 企业微信, 钉钉 and 飞书: chats that are reminded. A robot is an organisation's, and told what is of it
 * and below it, as far as the person who saved it last may know that.
 */
export const robots = {
  list: endpoint({
    title: '群机器人列表',
    method: 'GET',
    path: base,
    access,
    input: z.object({ ...paging, state: label('状态', filter(enabledState)) }),
    reply: page(robotRow),
    columns: robotList,
  }),
  add: endpoint({
    title: '新增群机器人',
    method: 'POST',
    path: `${base}/add`,
    access,
    stepUp: 'recent',
    input: robotForm,
    reply: z.object({ robotId: z.int() }),
    change: '新增群机器人',
  }),
  modify: endpoint({
    title: '修改群机器人',
    method: 'POST',
    path: `${base}/modify`,
    access,
    stepUp: 'recent',
    input: robotChange.extend({ robotId, version }),
    reply: z.literal(true),
    change: '修改群机器人',
    record: 'robotId',
  }),
  setEnabled: endpoint({
    title: '启用或停用群机器人',
    method: 'POST',
    path: `${base}/setEnabled`,
    access,
    input: z.object({ robotId, enabled }),
    reply: z.literal(true),
    change: '启用或停用群机器人',
    record: 'robotId',
  }),
  /** What becomes of it is in the list of messages. */
  test: endpoint({
    title: '发送测试消息',
    method: 'POST',
    path: `${base}/test`,
    access,
    input: z.object({ robotId }),
    reply: z.literal(true),
    change: '发送测试消息',
    record: 'robotId',
  }),
  messages: endpoint({
    title: '群消息列表',
    method: 'GET',
    path: `${base}/messages`,
    access,
    input: z.object({ ...paging, state: label('状态', filter(robotMessageState)) }),
    reply: page(robotMessageRow),
    columns: robotMessageList,
  }),
  retry: endpoint({
    title: '重新发送群消息',
    method: 'POST',
    path: `${base}/retry`,
    access,
    input: z.object({ messageId: label('群消息', id) }),
    reply: z.literal(true),
    change: '重新发送群消息',
    record: 'messageId',
  }),
}
