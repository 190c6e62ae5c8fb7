import { z } from 'zod'
import { filter, id, optionalText, picture, text } from './fields.ts'
import { choice, label } from './labels.ts'

/** What is to be looked at of a device, and what was found. Plans have checklists; orders carry a copy of one. */

export const checklistKinds = {
  passFail: '合格 / 不合格',
  number: '数值',
  text: '文字',
  picture: '照片',
} as const
export type ChecklistKind = keyof typeof checklistKinds

const bound = z.number().min(-1_000_000).max(1_000_000).nullish()

/** One point of a checklist. A number outside of its bounds fails, as 不合格 does; `onFail` is the fault that then has an order. */
export const checklistItem = z
  .object({
    /** By which answers refer to it; stays when the text is corrected. */
    key: label('项目标识', z.string().regex(/^[a-z0-9]{1,16}$/)),
    text: label('检查内容', text(100)),
    kind: label('填写方式', choice(checklistKinds)),
    min: label('最小值', bound),
    max: label('最大值', bound),
    required: label('必填', z.boolean()),
    onFail: label('不合格时的故障类型', filter(id)),
  })
  .superRefine(({ kind, min, max }, context) => {
    if (kind === 'number' && typeof min === 'number' && typeof max === 'number' && min > max)
      context.addIssue({ code: 'custom', message: '最大值不能小于最小值', path: ['max'] })
  })
export type ChecklistItem = z.output<typeof checklistItem>

/** The points of a checklist, in order, as it is edited. */
export const checklistItems = label(
  '检查项目',
  z
    .array(checklistItem)
    .min(1, '请至少添加一个检查项目')
    .max(60)
    .superRefine((items, context) => {
      if (new Set(items.map(({ key }) => key)).size < items.length)
        context.addIssue({ code: 'custom', message: '检查项目重复，请删除后重新添加' })
    }),
)

/** The same in a reply. */
export const checklistShown = z.array(
  z.object({
    key: z.string(),
    text: z.string(),
    kind: choice(checklistKinds),
    min: z.number().nullable(),
    max: z.number().nullable(),
    required: z.boolean(),
    onFail: z.int().nullable(),
  }),
)
export type ChecklistShown = z.output<typeof checklistShown>

/** What was found, by the keys of the points: `pass` and `fail`, a number, words, a picture. */
export const checklistAnswer = z.object({
  key: label('检查项目', z.string().max(16)),
  result: label('检查结果', filter(choice({ pass: '合格', fail: '不合格' }))),
  number: label('数值', z.number().min(-1_000_000_000).max(1_000_000_000).nullish()),
  text: label('文字', optionalText(500)),
  picture: label('照片', filter(picture)),
})
export const checklistAnswers = label('检查结果', z.array(checklistAnswer).max(60))
export type ChecklistAnswer = z.output<typeof checklistAnswer>

type Point = ChecklistShown[number]
type Answered = Pick<ChecklistAnswer, 'key'> & Partial<ChecklistAnswer>

/** Whether an answer says something about the point. */
function isAnswered({ kind }: Point, answer: Answered | undefined): boolean {
  if (answer === undefined) return false
  if (kind === 'passFail') return answer.result != null
  if (kind === 'number') return answer.number != null
  if (kind === 'text') return answer.text != null
  return answer.picture != null
}

/** The required points that are without an answer. */
export function unansweredPoints(points: ChecklistShown, answers: readonly Answered[]): Point[] {
  const byKey = new Map(answers.map(answer => [answer.key, answer]))
  return points.filter(point => point.required && !isAnswered(point, byKey.get(point.key)))
}

/** The points that failed: 不合格, or a number outside of its bounds. */
export function failedPoints(points: ChecklistShown, answers: readonly Answered[]): Point[] {
  const byKey = new Map(answers.map(answer => [answer.key, answer]))
  return points.filter(({ key, kind, min, max }) => {
    const answer = byKey.get(key)
    if (kind === 'passFail') return answer?.result === 'fail'
    const number = kind === 'number' ? answer?.number : null
    if (number === null || number === undefined) return false
    return (min !== null && number < min) || (max !== null && number > max)
  })
}
