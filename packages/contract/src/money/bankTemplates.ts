import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, nameText, optionalText, version } from '../fields.ts'
import { choice, label } from '../labels.ts'

/** The most templates, and columns of one. */
const mostBankTemplates = 50
const mostBankColumns = 20

/** GBK is written as GB 18030, which has the rare characters of names too. */
export const bankEncodings = { gbk: 'GBK', utf8: 'UTF-8' } as const
/** What stands in a column. */
export const bankContents = {
  place: '序号',
  holder: '户名',
  number: '账号',
  bank: '开户行',
  code: '联行号',
  yuan: '金额（元）',
  fen: '金额（分）',
  remark: '附言',
  requestNo: '申请单号',
  schoolName: '驾校',
  billNo: '账单编号',
  fixed: '固定文字',
} as const
export type BankContent = keyof typeof bankContents

const bankColumn = z.object({
  title: label('列名', nameText(30)),
  content: label('内容', choice(bankContents)),
  /** Of `fixed` alone. */
  text: label('文字', optionalText(50).optional()),
})
export type BankColumn = z.output<typeof bankColumn>

/** Without these a bank cannot pay, or its result cannot be read. */
const needed: readonly (readonly BankContent[])[] = [['holder'], ['number'], ['yuan', 'fen'], ['requestNo']]

const columns = label(
  '列',
  z
    .array(bankColumn)
    .min(1)
    .max(mostBankColumns)
    .refine(
      list => needed.every(any => list.some(({ content }) => any.includes(content))),
      '列中必须有户名、账号、金额和申请单号',
    ),
)

/** How a bank says what became of the payments: the columns of its result, by their titles. */
const resultTitles = {
  requestNoTitle: label('申请单号的列名', nameText(30)),
  outcomeTitle: label('结果的列名', nameText(30)),
  paidWords: label('表示成功的文字', nameText(20)),
  reasonTitle: label('失败原因的列名', optionalText(30)),
}

export const bankTemplateForm = z.object({
  templateName: label('模板名称', nameText(30)),
  encoding: label('CSV 编码', choice(bankEncodings)),
  /** Whether the first line has the titles. */
  titled: label('第一行写列名', z.boolean()),
  columns,
  ...resultTitles,
})
type Form = z.output<typeof bankTemplateForm>

/** Without a template: our own columns. */
export const ownBankTemplate: Form = {
  templateName: '标准格式',
  encoding: 'utf8',
  titled: true,
  columns: (['place', 'holder', 'number', 'bank', 'code', 'yuan', 'remark', 'requestNo'] as const).map(
    content => ({ title: bankContents[content], content }),
  ),
  requestNoTitle: bankContents.requestNo,
  outcomeTitle: '结果',
  paidWords: '成功',
  reasonTitle: '失败原因',
}

const bankTemplate = bankTemplateForm.extend({ templateId: z.int(), version: z.int() })
export type BankTemplate = z.output<typeof bankTemplate>

const templateId = label('银行模板', id)
const base = '/finance/api/bankTemplate'
const access = ['finance:edit'] as const

/** 银行模板: which columns a bank wants in the file of payments, and how its result says what became of them. */
export const bankTemplates = {
  list: endpoint({
    title: '银行模板列表',
    method: 'GET',
    path: `${base}/list`,
    access,
    reply: z.array(bankTemplate).max(mostBankTemplates),
  }),
  add: endpoint({
    title: '新增银行模板',
    method: 'POST',
    path: `${base}/add`,
    access,
    input: bankTemplateForm,
    reply: z.object({ templateId: z.int() }),
    change: '新增银行模板',
  }),
  modify: endpoint({
    title: '修改银行模板',
    method: 'POST',
    path: `${base}/modify`,
    access,
    input: bankTemplateForm.extend({ templateId, version }),
    reply: z.literal(true),
    change: '修改银行模板',
    record: 'templateId',
  }),
  remove: endpoint({
    title: '删除银行模板',
    method: 'POST',
    path: `${base}/remove`,
    access,
    input: z.object({ templateId }),
    reply: z.literal(true),
    change: '删除银行模板',
    record: 'templateId',
  }),
}
