import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { maskedPhone, maskPhone, maskPhonesIn } from './fields.ts'
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

const isMasked = (schema: Schema): boolean => schema === maskedPhone || parts(schema).some(isMasked)

describe('a phone', () => {
  it('is masked in every reply, or there is a reason', () => {
    const unmasked = Object.entries(contract).flatMap(([domain, calls]) =>
      Object.entries<Endpoint>(calls).flatMap(([name, { reply }]) =>
        typeof reply === 'string'
          ? []
          : fields(reply, `${domain}.${name}`)
              .filter(
                ([path, schema]) => calledAsPhone.test(path.split('.').at(-1) ?? '') && !isMasked(schema),
              )
              .map(([path]) => path),
      ),
    )
    expect([...new Set(unmasked)].sort()).toEqual(Object.keys(wholePhoneFields).sort())
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
