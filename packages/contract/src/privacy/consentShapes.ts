import { z } from 'zod'
import { filter } from '../fields.ts'
import { choice, label } from '../labels.ts'

/** What a student's data is handled on (PIPL §13). */
export const consentBases = { consent: '同意', contract: '合同', law: '法定' } as const
export type ConsentBasis = keyof typeof consentBases

/** How somebody said that they agree. */
export const consentMethods = { paper: '纸质', onSite: '现场', app: 'APP' } as const
export type ConsentMethod = keyof typeof consentMethods

/** More than anybody publishes. */
export const mostNotices = 100_000

/** Versions of the privacy notice begin with 1. */
const noticeVersion = label('告知书版本', z.int().min(1).max(mostNotices))
const consentBasis = choice(consentBases)
const consentMethod = choice(consentMethods)

/** What is entered of a consent. */
export const consentFields = {
  noticeVersion,
  consentBasis: label('处理依据', consentBasis.default('consent')),
  consentMethod: label('同意方式', consentMethod.default('onSite')),
  /** To the ID number they agreed separately (PIPL §29). */
  idNumberSeparate: label('身份证号单独同意', z.boolean().default(false)),
  /** Of who is under 14 the guardian agrees (PIPL §31). */
  guardianConsents: label('监护人同意', z.boolean().default(false)),
}
const consentForm = z.object(consentFields)
export type ConsentForm = z.output<typeof consentForm>

/** With the students that a call adds: they have read this version of the notice and agree. Clients that know the specification alone leave it out. */
export const consentGiven = label('告知同意', filter(consentForm))

/** Years of age under which a guardian agrees (PIPL §31). */
const guardianYears = 14

/** Whether the owner of a resident's ID number is too young to agree alone. @param today business day */
export function needsGuardian(idNumber: string, today: string): boolean {
  const year = Number(idNumber.slice(6, 10)) + guardianYears
  return `${year}-${idNumber.slice(10, 12)}-${idNumber.slice(12, 14)}` > today
}
