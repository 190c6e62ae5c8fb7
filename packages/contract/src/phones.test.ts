import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import {
  hasMaskedAccount,
  maskAccountsIn,
  maskedAccount,
  maskedPhone,
  maskPhone,
  maskPhonesIn,
} from './fields.ts'
import { contract } from './index.ts'

/** Replies with a whole phone in them, and why. */
const wholePhoneFields: Readonly<Record<string, string>> = {
  'account.me.userPhone': 'one’s own',
  'students.reveal.userPhone': 'asked for with a reason',
  'members.reveal.phone': 'asked for with a reason',
  'enrolment.revealCoach.phone': 'asked for with a reason',
  'enrolment.revealApplicant.phone': 'asked for with a reason',
  'feedbacks.revealSignUp.phone': 'asked for with a reason',
  'faultReports.reveal.phone': 'asked for with a reason',
  'persons.held.phone': 'asked for with a reason',
  'organisations.schoolPage.phone': 'an organisation’s contact',
  'organisations.servicePointPage.phone': 'an organisation’s contact',
  'organisations.info.phone': 'an organisation’s contact',
  'workOrders.info.contactPhone': 'an organisation’s contact',
  'workOrders.mine.contactPhone': 'an organisation’s contact',
}

/** Replies with where somebody is paid in them, whole, and why. */
const wholeAccountFields: Readonly<Record<string, string>> = {
  'orders.revealPayee.payee': 'asked for with a reason',
  'contracts.revealAccount.account': 'asked for with a reason',
  'contracts.revealAccount.bank': 'asked for with a reason',
  'approvals.revealAccount.account': 'asked for with a reason',
  'opsStaff.info.account': 'what somebody signs in with',
  'opsStaff.list.account': 'the same',
  'passwordResets.check.account': 'the same',
}
const calledAsAccount = /^(account|bank|payee|iban|card)$/i
const calledAsPhone = /phone|mobile|recipient|telephone/i

type Schema = z.core.$ZodType

/** Every field of a schema, however deep, as its path and its own schema. */
function fields(schema: Schema, path: string, seen: ReadonlySet<Schema> = new Set()): [string, Schema][] {
  if (seen.has(schema)) return []
  const within = new Set([...seen, schema])
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, field]) => [
      [`${path}.${name}`, field] as [string, Schema],
      ...fields(field, path, within).map(([inner, innerSchema]): [string, Schema] => [inner, innerSchema]),
    ])
  }
  return parts(schema).flatMap(part => fields(part, path, within))
}

/** What a schema wraps. */
function parts(schema: Schema): readonly Schema[] {
  if (schema instanceof z.ZodArray) return [schema.element]
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return [schema.unwrap()]
  if (schema instanceof z.ZodUnion) return schema.options
  if (schema instanceof z.ZodLazy) return [schema.unwrap()]
  return []
}

const isSchema =
  (masked: Schema) =>
  (schema: Schema): boolean =>
    schema === masked || parts(schema).some(isSchema(masked))

/** Not one of a few words, as an account of the ledger is. */
const isText = (schema: Schema): boolean => schema instanceof z.ZodString || parts(schema).some(isText)

/** The texts of all replies that are called so, and are not what masks them. */
const unmasked = (called: RegExp, masked: Schema): string[] => {
  const all = Object.entries(contract).flatMap(([domain, calls]) =>
    Object.entries<Endpoint>(calls).flatMap(([name, { reply }]) =>
      typeof reply === 'string' ? [] : fields(reply, `${domain}.${name}`),
    ),
  )
  const found = all.filter(
    ([path, schema]) =>
      called.test(path.split('.').at(-1) ?? '') && isText(schema) && !isSchema(masked)(schema),
  )
  return [...new Set(found.map(([path]) => path))].sort()
}

describe('a phone', () => {
  it('is masked in every reply, or there is a reason', () => {
    expect(unmasked(calledAsPhone, maskedPhone)).toEqual(Object.keys(wholePhoneFields).sort())
  })

  it('is masked as the reply wants it, and a whole one is refused there', () => {
    for (const phone of ['13812345678', '020-88880001', '12345', '']) {
      expect(maskedPhone.safeParse(maskPhone(phone)).success).toBe(true)
    }
    expect(maskPhone('13812345678')).toBe('138****5678')
    expect(maskedPhone.safeParse('13812345678').success).toBe(false)
    expect(maskPhonesIn('isv.ILLEGAL 13812345678: 2026')).toBe('isv.ILLEGAL 138****5678: 2026')
  })
})

describe('a bank account', () => {
  it('says in no reply where somebody is paid, or there is a reason', () => {
    expect(unmasked(calledAsAccount, maskedAccount)).toEqual(Object.keys(wholeAccountFields).sort())
  })

  it('is masked as the reply wants it, and a whole one is refused there', () => {
    const account = '王芳 工行 6222 0812-3456 7890123'
    expect(maskAccountsIn(account)).toBe('王芳 工行 ****0123')
    expect(maskedAccount.safeParse(maskAccountsIn(account)).success).toBe(true)
    expect(maskedAccount.safeParse(account).success).toBe(false)
    expect([account, maskAccountsIn(account)].map(hasMaskedAccount)).toEqual([false, true])
  })

  it('is masked in the lines of a request, where a line says that it has one', () => {
    const line = contract.approvals.info.reply.shape.lines.element
    const said = { label: '收款账户', before: null, after: '工行 6222 0812 3456' }
    expect(line.safeParse({ ...said, masked: true }).success).toBe(false)
    expect(line.safeParse({ ...said, after: '工行 ****3456', masked: true }).success).toBe(true)
    expect(
      line.safeParse({ ...said, label: '退款单', after: 'TK202611-000001', masked: false }).success,
    ).toBe(true)
  })
})
