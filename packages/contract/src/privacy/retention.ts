import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { filter } from '../fields.ts'
import { choice, label } from '../labels.ts'
import { settableKinds } from './retentionKinds.ts'

const words = Object.fromEntries(Object.entries(settableKinds).map(([kind, { name }]) => [kind, name])) as {
  readonly [Kind in keyof typeof settableKinds]: (typeof settableKinds)[Kind]['name']
}

/** 保存期限: after how long what is kept of people goes. */
const term = z.object({
  /** Empty: its term is the program's, and nobody's to set. */
  kind: choice(words).nullable(),
  name: z.string(),
  /** As the program has it; null: for good. */
  usual: z.int().nullable(),
  /** What somebody has set; null: nothing is cleared. */
  months: z.int().nullable(),
  /** The fewest that the law allows, and which law; null: none does. */
  floor: z.int().nullable(),
  law: z.string().nullable(),
  from: z.string(),
  afterwards: z.string(),
  /** How many would be cleared now by what is set, or by what is usual; null where nothing is cleared by this. */
  due: z.int().nullable(),
  /** 0: it was never set. */
  version: z.int(),
})
export type RetentionTerm = z.output<typeof term>

const base = '/privacy/api/retention'
const access = ['system:privacy'] as const

export const retention = {
  list: endpoint({
    title: '保存期限',
    method: 'GET',
    path: `${base}/list`,
    access,
    reply: z.array(term),
  }),
  save: endpoint({
    title: '设置保存期限',
    method: 'POST',
    path: `${base}/save`,
    access,
    input: z.object({
      kind: label('种类', choice(words)),
      /** Missing: nothing is cleared any more. */
      months: label('保存月数', filter(z.int().min(1).max(1200))),
      version: label('版本', z.int().min(0)),
    }),
    reply: z.literal(true),
    change: '设置保存期限',
    record: 'kind',
    stepUp: 'fresh',
  }),
}
