import { z } from 'zod'

/**
 * Texts as people type and paste them, without what nobody sees and what only looks like something else. Never for passwords,
 * secrets, rich text, and what is signed or comes from a payment channel. `clean_text`, `clean_name` … of the database are the
 * same rules (schema/tools/cleaning.sql).
 */

/** Signs without a shape: soft hyphen, marks of direction, fillers, byte order marks. The joiner (U+200D) is not among them. */
const unseen =
  /[\u00ad\u115f\u1160\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u3164\ufeff\uffa0]/g
const joiner = /\u200d/g
/** Spaces of all widths, but not the ends of lines. */
const spaces = /[^\S\r\n]/g
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g

/** Free text: its words and lines stay; a joiner stays, since it makes one picture of several. */
export function cleanText(typed: string): string {
  return withoutControls(typed).replace(unseen, '').replace(spaces, ' ').trim()
}

/** A name: one line, in which a joiner joins nothing. */
export function cleanName(typed: string): string {
  return cleanText(typed.replace(joiner, '')).replace(/\s+/g, ' ')
}

/** What is looked for; full-width letters and digits are the same as others. */
export function cleanSearch(typed: string): string {
  return cleanName(typed.normalize('NFKC'))
}

/** Codes (serial numbers, plates, addresses of mail): plain letters, digits and dashes. */
export function cleanCode(typed: string): string {
  return cleanSearch(typed).replace(dashes, '-')
}

/** Numbers that people write in groups (ID numbers, invoices): no spaces besides. */
export function cleanNumber(typed: string): string {
  return cleanCode(typed).replace(/\s/g, '')
}

/** A phone as people write it: with spaces, dashes, brackets and China's prefix. A landline keeps the dash after its area. */
export function cleanPhone(typed: string): string {
  const number = cleanNumber(typed)
    .replace(/[()]/g, '')
    .replace(/^(?:(?:\+|00)86-?)+/, '')
  const digits = number.replaceAll('-', '')
  if (/^1\d{10}$/.test(digits)) return digits
  return /^861\d{10}$/.test(digits) ? digits.slice(2) : number
}

function withoutControls(typed: string): string {
  return typed.replaceAll(/(?![\r\n\t])\p{Cc}|\p{Cs}/gu, '')
}

/** Free text of several lines, cleaned before it is measured. */
export const cleanedText = z.string().overwrite(cleanText)
/** Text of one line: a name, a title, a reason. */
export const cleanedName = z.string().overwrite(cleanName)
export const cleanedSearch = z.string().overwrite(cleanSearch)
export const cleanedCode = z.string().overwrite(cleanCode)
export const cleanedNumber = z.string().overwrite(cleanNumber)
export const cleanedPhone = z.string().overwrite(cleanPhone)
