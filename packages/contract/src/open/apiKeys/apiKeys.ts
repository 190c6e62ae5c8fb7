import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { filter, id, organId, searchText } from '../../fields.ts'
import { choice, label } from '../../labels.ts'
import { fileOf, page, paging } from '../../paging.ts'
import { apiKeyForm, apiKeyList, apiKeyRow, apiKeyStates, ownApiKey } from './apiKeyShapes.ts'

/** `apiKey` is told once: a repeated call gets null. */
const made = z.object({ keyId: z.int(), apiKey: z.string().nullable() })
const which = z.object({ keyId: label('密钥', id) })

const keyFilter = {
  paramValue: searchText,
  state: label('状态', filter(choice(apiKeyStates))),
  organId: filter(organId),
}

const own = '/admin/api/manage/center/apiKey'
const all = '/admin/api/manage/apiKey'
const keeper = ['system:open'] as const

/**
 * 接口密钥: what a program signs its calls with. A key is somebody's: it may do what was chosen for it, and never more than they may at
 * that moment. No key makes, sees or stops keys.
 */
export const apiKeys = {
  own: endpoint({
    title: '我的接口密钥',
    method: 'GET',
    path: `${own}/list`,
    access: 'signedIn',
    reply: z.array(ownApiKey),
  }),
  add: endpoint({
    title: '新建接口密钥',
    method: 'POST',
    path: `${own}/add`,
    access: 'signedIn',
    input: apiKeyForm,
    reply: made,
    change: '新建接口密钥',
    secret: ['apiKey'],
    stepUp: 'fresh',
  }),
  /** Another key takes its place, with the same rights and a new term; the one of before works for a day more. */
  rotate: endpoint({
    title: '轮换接口密钥',
    method: 'POST',
    path: `${own}/rotate`,
    access: 'signedIn',
    input: which,
    reply: made,
    change: '轮换接口密钥',
    record: 'keyId',
    secret: ['apiKey'],
    stepUp: 'fresh',
  }),
  stop: endpoint({
    title: '停用自己的接口密钥',
    method: 'POST',
    path: `${own}/stop`,
    access: 'signedIn',
    input: which,
    reply: z.literal(true),
    change: '停用自己的接口密钥',
    record: 'keyId',
  }),
  list: endpoint({
    title: '接口密钥列表',
    method: 'GET',
    path: `${all}/list`,
    access: keeper,
    input: z.object({ ...paging, ...keyFilter }),
    reply: page(apiKeyRow),
    columns: apiKeyList,
  }),
  export: fileOf('list', { title: '导出接口密钥', path: `${all}/export`, access: keeper }, keyFilter),
  stopOf: endpoint({
    title: '停用接口密钥',
    method: 'POST',
    path: `${all}/stop`,
    access: keeper,
    input: which,
    reply: z.literal(true),
    change: '停用接口密钥',
    record: 'keyId',
  }),
}
