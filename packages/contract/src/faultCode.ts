import { z } from 'zod'

/** `STAFF-…` are the faults that staff raise. */
const isStaffs = /^STAFF-/

/** One spelling of a fault's code, however a program writes it: `ｅ203 ` is E203. */
const oneSpelling = (code: string): string =>
  code
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim()
    .toUpperCase()

/** A fault's code in its one spelling. @param staffs what is wrong with a code that is the staff's */
export const faultCode = (staffs: string) =>
  z
    .string()
    .transform(oneSpelling)
    .pipe(z.string().refine(code => !isStaffs.test(code), staffs))
