import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { error } from '../errors.ts'
import { businessDay, id, instant, maskedAccount, optionalText } from '../fields.ts'
import { choice, label } from '../labels.ts'
import { fileFormat } from '../paging.ts'

/** The most payments of one file, and rows of one result. */
export const mostInBankFile = 500
/** The newest files, which are shown. */
export const shownBankFiles = 50

export const bankFileStates = { open: '待回读', done: '已完成', cancelled: '已取消' } as const
export const bankFileOutcomes = {
  waiting: '待回读',
  paid: '成功',
  failed: '失败',
  cancelled: '已取消',
} as const
const bankResults = { paid: '成功', failed: '失败' } as const

/** 申请单号, as a bank's file has it and its result says it again: `FS00000012`. */
export const requestNoOf = (requestId: number) => `FS${String(requestId).padStart(8, '0')}`

const batchId = label('付款文件', id)
const requestNo = label('申请单号', z.string().regex(/^FS\d{8,12}$/, '申请单号不正确'))
const result = {
  batchId,
  paidOn: label('付款日期', businessDay),
  rows: label(
    '结果',
    z
      .array(
        z.object({
          requestNo,
          outcome: label('结果', choice(bankResults)),
          reason: label('失败原因', optionalText(200).optional()),
        }),
      )
      .min(1)
      .max(mostInBankFile),
  ),
}

const payableRow = z.object({
  requestId: z.int(),
  billId: z.int(),
  billNo: z.string(),
  schoolName: z.string(),
  /** Fen. */
  amount: z.int(),
  account: maskedAccount.nullable(),
  /** 户名, 账号 and 开户行 are known. */
  complete: z.boolean(),
  requestNo: z.string(),
  approvedBy: z.string(),
  approvedAt: instant,
})
export type PayableRow = z.output<typeof payableRow>

const batchRow = z.object({
  batchId: z.int(),
  no: z.string(),
  state: choice(bankFileStates),
  payments: z.int(),
  /** Fen, of all its payments. */
  amount: z.int(),
  paid: z.int(),
  failed: z.int(),
  createdBy: z.string(),
  createdAt: instant,
})
export type BankFileRow = z.output<typeof batchRow>

const itemRow = z.object({
  requestNo: z.string(),
  billId: z.int(),
  billNo: z.string(),
  schoolName: z.string(),
  amount: z.int(),
  outcome: choice(bankFileOutcomes),
  reason: z.string().nullable(),
})
export type BankFileItem = z.output<typeof itemRow>

const checkedRow = z.object({
  requestNo: z.string(),
  outcome: choice(bankResults),
  schoolName: z.string().nullable(),
  amount: z.int().nullable(),
  /** It was read before, and changes nothing. */
  repeated: z.boolean(),
  /** Why it is left out. */
  problem: z.string().nullable(),
})
export type CheckedResult = z.output<typeof checkedRow>

const base = '/finance/api/bankFile'
const read = { method: 'GET', access: ['finance:edit'] } as const
const write = { method: 'POST', access: ['finance:edit'], stepUp: 'recent' } as const

/** 银行付款文件: approved payments as one file for the bank, and what the bank said of them. For those alone who manage the platform. */
export const bankFiles = {
  /** Approved payments that are not made and in no open file, the oldest first; at most {@link mostInBankFile}. */
  payable: endpoint({
    ...read,
    title: '可付款的申请',
    path: `${base}/payable`,
    reply: z.array(payableRow),
  }),
  list: endpoint({ ...read, title: '付款文件', path: `${base}/list`, reply: z.array(batchRow) }),
  info: endpoint({
    ...read,
    title: '付款文件详情',
    path: `${base}/info`,
    input: z.object({ batchId }),
    reply: z.object({ no: z.string(), state: choice(bankFileStates), items: z.array(itemRow) }),
  }),
  add: endpoint({
    ...write,
    title: '生成付款文件',
    path: `${base}/add`,
    input: z.object({
      requestIds: label(
        '付款申请',
        z
          .array(label('付款申请', id))
          .min(1)
          .max(mostInBankFile)
          .refine(ids => new Set(ids).size === ids.length, '同一申请不能选两次'),
      ),
    }),
    reply: z.object({ batchId: z.int(), no: z.string() }),
    change: '生成付款文件',
  }),
  /** The file, with whole accounts; each download is logged. */
  file: endpoint({
    ...write,
    title: '下载付款文件',
    path: `${base}/file`,
    /** Without a template: our own columns. */
    input: z.object({ batchId, format: fileFormat, templateId: label('银行模板', id.optional()) }),
    reply: z.object({ name: z.string(), /** Base64. */ content: z.string() }),
    secret: ['content'],
    change: '下载付款文件',
    record: 'batchId',
  }),
  /** What reading a result would do, row by row. */
  checkResult: endpoint({
    ...write,
    title: '核对付款结果',
    path: `${base}/checkResult`,
    input: z.object(result),
    reply: z.array(checkedRow),
    perMinute: 60,
  }),
  /** Registers what succeeded as 登记付款 does, and lets what failed go again; rows with a problem are left out. */
  readResult: endpoint({
    ...write,
    title: '回读付款结果',
    path: `${base}/readResult`,
    input: z.object(result),
    reply: z.object({ paid: z.int(), failed: z.int() }),
    change: '回读付款结果',
    record: 'batchId',
  }),
  cancel: endpoint({
    ...write,
    title: '取消付款文件',
    path: `${base}/cancel`,
    input: z.object({ batchId }),
    reply: z.literal(true),
    change: '取消付款文件',
    record: 'batchId',
  }),
}

export const bankFileErrors = {
  requestInFile: error(-12873, (no: string) => `这笔付款在付款文件 ${no} 中，请回读银行结果，或先取消该文件`),
  accountIncomplete: error(
    -12874,
    (school: string) =>
      `${school}的收款账户缺少户名、账号或开户行，请在合同中补全；新账户审批后，重新申请付款`,
  ),
  resultTitlesMissing: error(
    -12876,
    (titles: string) => `结果文件中没有这些列：${titles}；请选对银行模板，或修改模板中的列名`,
  ),
  resultEmpty: error(-12877, '结果文件中没有付款结果，请检查后重试'),
  resultLong: error(-12878, `结果文件最多 ${mostInBankFile} 笔，请拆开后重试`),
  resultLarge: error(-12879, '结果文件不能超过 5 MB'),
  bankFileOver: error(-12875, (state: string) => `付款文件${state}，不能再操作，请刷新后重试`),
} as const
