import { z } from 'zod'
import { cleanedNumber, cleanedText } from '../../cleaned.ts'
import { label } from '../../labels.ts'

/** What the parts of a bank account are called. */
export const partWords = {
  accountHolder: '户名',
  accountNumber: '账号',
  accountBank: '开户行',
  accountCode: '联行号',
} as const
type Part = keyof typeof partWords

/** The parts are read again from the text that they make (`account_parts`), by its colons. */
const named = (what: string) =>
  cleanedText
    .min(1)
    .max(60)
    .regex(/^[^:：;；,，]+$/, `${what}不能含冒号、逗号和分号`)
const digits = cleanedNumber.transform(typed => typed.replaceAll(/[ .·-]/g, ''))
const orKept = <Shape extends z.ZodType<string>>(shape: Shape) =>
  z
    .union([z.literal(''), shape])
    .nullish()
    .transform(typed => (typed === '' ? undefined : typed))

/**
 * The account of a contract, part by part. All left out or empty: it stays as `bank` says; an `accountNumber` that is null takes the
 * account away.
 */
export const accountFields = {
  accountHolder: label(partWords.accountHolder, orKept(named(partWords.accountHolder))),
  accountNumber: label(
    partWords.accountNumber,
    orKept(digits.pipe(z.string().regex(/^\d{8,32}$/, '账号应为 8 至 32 位数字，可以用空格分开'))),
  ),
  accountBank: label(partWords.accountBank, orKept(named(partWords.accountBank))),
  accountCode: label(
    partWords.accountCode,
    orKept(digits.pipe(z.string().regex(/^\d{12}$/, '联行号应为 12 位数字'))),
  ),
}

type Parts = { readonly [Field in Part]?: string | null | undefined }

/** Which parts are missing where some are given. */
export function missingParts(parts: Parts): Part[] {
  const { accountHolder, accountNumber, accountBank, accountCode } = parts
  if (accountNumber === null) return []
  if (!accountHolder && !accountNumber && !accountBank && !accountCode) return []
  return (['accountHolder', 'accountNumber', 'accountBank'] as const).filter(field => !parts[field])
}

/** The text by which contracts and requests name an account; undefined where no parts are given, null where there is to be none. */
export function accountTextOf(parts: Parts): string | null | undefined {
  const { accountHolder, accountNumber, accountBank, accountCode } = parts
  if (accountNumber === null) return null
  if (!accountHolder || !accountNumber || !accountBank) return undefined
  const code = accountCode ? ` 联行号：${accountCode}` : ''
  return `户名：${accountHolder} 账号：${accountNumber} 开户行：${accountBank}${code}`
}
