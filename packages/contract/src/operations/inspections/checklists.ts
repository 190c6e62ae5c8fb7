import { z } from 'zod'
import { cleanedText } from '../../cleaned.ts'
import { id, picture, pictureLink, text } from '../../fields.ts'
import { choice, label } from '../../labels.ts'

/** How an item of a checklist is answered. */
export const checklistItemKinds = {
  passFail: '通过/不通过',
  number: '数值',
  text: '文字',
  picture: '照片',
} as const

/** An item of a checklist; stored with it and copied into the orders that it is for. */
export const checklistItem = z.object({
  /** Stable name within its list. */
  key: label('检查项', z.string().regex(/^[a-zA-Z0-9_-]{1,32}$/)),
  text: label('检查内容', text(200)),
  kind: label('填写方式', choice(checklistItemKinds)),
  /** Bounds of a number; null: none. */
  min: label('最小值', z.number().nullable().default(null)),
  max: label('最大值', z.number().nullable().default(null)),
  required: label('必填', z.boolean().default(true)),
  /** The fault type of the order that opens where it fails; null: none. */
  onFailTypeId: label('不通过时的故障类型', id.nullable().default(null)),
})
export type ChecklistItem = z.output<typeof checklistItem>

/** What somebody found at an item: `pass` or `fail`, a number, words, or a picture's address. */
export const checklistAnswers = label(
  '检查结果',
  z
    .array(
      z.object({
        key: checklistItem.shape.key,
        value: label('结果', z.union([z.number(), cleanedText.max(500)]).nullable()),
        picture: label('照片', picture.nullish()),
      }),
    )
    .max(100),
)
export type ChecklistAnswers = z.output<typeof checklistAnswers>

/** The same as replies have it. */
export const checklistAnswer = z.object({
  key: z.string(),
  value: z.union([z.number(), z.string()]).nullable(),
  picture: pictureLink.nullable(),
})

export type ChecklistAnswer = z.output<typeof checklistAnswer>

/** Whether what was found is not as it should be. */
export function itemFails(
  { kind, min, max }: Pick<ChecklistItem, 'kind' | 'min' | 'max'>,
  { value }: { readonly value: number | string | null },
): boolean {
  if (kind === 'passFail') return value === 'fail'
  if (kind !== 'number' || typeof value !== 'number') return false
  return (min !== null && value < min) || (max !== null && value > max)
}

/** Whether something was found at all. */
export function itemAnswered(
  { kind }: Pick<ChecklistItem, 'kind'>,
  answer:
    | { readonly value: number | string | null; readonly picture?: string | null | undefined }
    | undefined,
): boolean {
  if (answer === undefined) return false
  if (kind === 'picture') return typeof answer.picture === 'string'
  if (kind === 'passFail') return answer.value === 'pass' || answer.value === 'fail'
  if (kind === 'number') return typeof answer.value === 'number'
  return typeof answer.value === 'string' && answer.value !== ''
}
