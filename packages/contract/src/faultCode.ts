import { z } from 'zod'
import { cleanSearch } from './cleaned.ts'

/** `STAFF-…` are the faults that staff raise. */
const isStaffs = /^STAFF-/

/** A fault's code in its one spelling, however a program writes it: `ｅ203 ` is E203. @param staffs what is wrong with a code that is the staff's */
export const faultCode = (staffs: string) =>
  z
    .string()
    .transform(code => cleanSearch(code).toUpperCase())
    .pipe(z.string().refine(code => !isStaffs.test(code), staffs))
