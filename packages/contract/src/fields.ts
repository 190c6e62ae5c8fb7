import { z } from 'zod'
import { daysBetween } from './businessDay.ts'
import { cleanedCode, cleanedName, cleanedPhone, cleanedSearch, cleanedText, cleanSearch } from './cleaned.ts'
import { choice, label } from './labels.ts'
import { plainPicture, uploadedPicture } from './pictures.ts'

/** An id on the wire: a positive whole number; digits in a string are taken too, since a query carries nothing else. */
export const id = z.union([
  z.int().positive(),
  z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number)
    .pipe(z.int().positive()),
])

/**
 * A 128-bit GUID as programs write it: in any case, with or without dashes, in braces or parentheses. It comes out as the
 * database writes it, in small letters with dashes.
 */
export const guid = z
  .string()
  .trim()
  .regex(
    /^[{(]?[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}[)}]?$/i,
    '标识应为 GUID，如 3f2504e0-4f89-11d3-9a0c-0305e82c3301',
  )
  .transform(written =>
    written
      .toLowerCase()
      .replaceAll(/[^\da-f]/g, '')
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  )

/** An organisation of any kind, a school or a classroom, by its id. */
export const organId = label('机构', id)
export const schoolId = label('驾校', id)
export const roomId = label('教室', id)

const nothing = z.union([z.literal(''), z.null(), z.tuple([])]).transform(() => undefined)

/** A filter: missing, null, an empty string and an empty list all mean "no filter, everything in my scope". */
export function filter<S extends z.ZodType>(schema: S) {
  return z.union([nothing, schema]).optional()
}

/** Characters of what a list is searched for. */
export const longestSearch = 50

/** Words to search a list for. */
export const searchText = label('搜索内容', filter(cleanedSearch.max(longestSearch)))

/** Whether the thing is in use. */
export const enabled = label('启用状态', z.boolean())

/** A required text, cleaned. */
export const text = (most: number) => cleanedText.min(1).max(most)

/** A required name, cleaned: one line. */
export const nameText = (most: number) => cleanedName.min(1).max(most)

const optional = (cleaned: z.ZodString) => cleaned.nullish().transform(value => value || null)

/** A text that may be missing; missing and empty come out as null. */
export const optionalText = (most: number) => optional(cleanedText.max(most))
export const optionalName = (most: number) => optional(cleanedName.max(most))

/** A number or code (a plate, an address of mail) that may be missing. */
export const optionalCode = (most: number) => optional(cleanedCode.max(most))

/**
 * The plain fields of a record: kept as its form gives them, each in the column of its name (`carNum` in `car_num`), and
 * shown as they are kept. The module's query and its write take them from a list of these, so that a field added to it is
 * read and saved. A field that is undefined is not written.
 */
export type PlainFields<Row extends z.ZodType, Form extends z.ZodType> = readonly (keyof z.output<Row> &
  keyof z.output<Form>)[]

/** What a list is filtered by: a part of a name or a code. */
export const searchFilter = (most: number) => filter(cleanedSearch.max(most))

/** A mainland mobile number: 11 digits, 1 then 3-9 (spec §5). */
export const mobilePhone = cleanedPhone.regex(/^1[3-9]\d{9}$/, '手机号格式不正确')

/** `138****0000`: enough to tell two people apart, and what a search by the last four digits finds. */
export function maskPhone(phone: string): string {
  return phone.length < 8 ? '****' : `${phone.slice(0, 3)}****${phone.slice(-4)}`
}

/** `w***@example.com`: enough to know one's own address by. */
export function maskMail(mail: string): string {
  return mail.replace(/^(.).*@/, '$1***@')
}

/** The whole phone number that a text is when it is searched for; null where it is none, such as its last four digits. */
export function wholePhone(text: unknown): string | null {
  if (typeof text !== 'string') return null
  const digits = cleanSearch(text).replace(/[\s-]/g, '')
  return /^\d{11}$/.test(digits) ? digits : null
}

/** A text without any whole mobile number. */
export function maskPhonesIn(text: string): string {
  return text.replaceAll(/1[3-9]\d{9}/g, maskPhone)
}

/**
 * A phone in an answer. It is whole for its owner alone, in their own data; an organisation's contact is public among
 * staff; whoever else needs one asks for it with a reason (`reveals.ts`).
 */
export const maskedPhone = z.string().regex(/^(.{3}\*{4}.{4}|\*{4})$/, '号码没有遮盖')

const accountNumber = /\p{Nd}(?:[\s.·-]*\p{Nd}){7,}/gu

/** Masks numbers as long as a bank account's in a text, but for the last four digits: `王芳 工行 ****6222`. */
export function maskAccountsIn(text: string): string {
  return text.replaceAll(accountNumber, digits => `****${digits.replaceAll(/\P{Nd}/gu, '').slice(-4)}`)
}

/** Whether a number in a text is masked: nobody can be paid to it. */
export const hasMaskedAccount = (text: string): boolean => text.includes('****')

/** Where somebody is paid, in an answer: whoever pays asks for the whole with a reason (`reveals.ts`). */
export const maskedAccount = z.string().refine(text => maskAccountsIn(text) === text, '账号没有遮盖')

/** An uploaded picture in a form: its address as a reply gave it, or as it is stored. It comes out plain. */
export const picture = z
  .string()
  .transform(plainPicture)
  .pipe(z.string().regex(uploadedPicture, '请重新上传图片'))

/** What comes with the site's own files. */
const ownFile = /^(?!\/files\/)(\/[\w-][\w.-]*)+$/

/** An uploaded picture in a form, or one of the site's own, such as `/banners/night.svg`; it comes out plain. */
export const pictureOrOwn = (sentence: string) =>
  z
    .string()
    .trim()
    .max(200)
    .transform(plainPicture)
    .refine(address => uploadedPicture.test(address) || ownFile.test(address), sentence)

const links = z.registry<Record<string, never>>()

/**
 * A picture's address in a reply. Handlers give it as it is stored; an uploaded one leaves with a signature that is good
 * for a day, with which a browser reads the picture without signing in.
 */
export const pictureLink = z.string().register(links, {})

/** Whether the texts of a schema are pictures' addresses, to be signed in a reply. */
export const isPictureLink = (schema: z.core.$ZodType): boolean => links.has(schema)

/** Years that something here can be about; the database and `Date` each have dates that the other has not. */
const isWithinYears = (date: string) => date >= '1900' && date < '2200'
const outOfYears = '日期应在 1900 年至 2199 年之间'

/** A business day `YYYY-MM-DD` (Asia/Shanghai) that exists in the calendar, 1900 to 2199. */
export const businessDay = z.iso.date().refine(isWithinYears, outOfYears)

/** The ends of a range of business days; the call's spelling decides between the first two. */
export const beginDate = label('开始日期', businessDay)
export const startDate = label('开始日期', businessDay)
export const endDate = label('结束日期', businessDay)

/** The longest range of days a call answers for, both ends included. */
export const longestRangeDays = 400

/** What is wrong with a range of business days, as a sentence, or null. */
export function rangeProblem(from: string, to: string, longest = longestRangeDays): string | null {
  const days = daysBetween(from, to) + 1
  if (days < 1) return '结束日期不能早于开始日期'
  if (days > longest) return `日期范围最长 ${longest} 天，请缩短后重试`
  return null
}

/** Refuses such a range; for `superRefine`. The issue is the end date's. A range that is open at an end is never refused. */
export function checkRange(
  from: string | undefined,
  to: string | undefined,
  context: z.RefinementCtx,
  longest = longestRangeDays,
): void {
  if (from === undefined || to === undefined) return
  const message = rangeProblem(from, to, longest)
  if (message !== null) context.addIssue({ code: 'custom', message, path: ['endDate'] })
}

/** Refuses a range backwards, however long; for `superRefine` of a list's filter. */
export const checkRangeOrder = (
  { beginDate, endDate }: { beginDate?: string | undefined; endDate?: string | undefined },
  context: z.RefinementCtx,
) => checkRange(beginDate, endDate, context, Number.POSITIVE_INFINITY)

/** The row's version as it was read; optional, and refused when stale. */
export const version = label('数据版本', z.int().positive().optional())

/** A time of day `HH:mm`. */
export const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, '时间应为 HH:mm，如 08:30')

/** For `superRefine`: its rule is checked as soon as these fields are valid, even while others are not. */
export const whenValid = (fields: z.ZodType) => ({
  when: ({ value }: { value: unknown }) => fields.safeParse(value).success,
})

/**
 * Arguments of `superRefine` for two fields: the second must not be less than the first, where both are given. The issue
 * is the second's.
 */
export function ascendingRule(pair: Readonly<Record<string, z.ZodType>>, sentence: string) {
  const [lower = '', upper = ''] = Object.keys(pair)
  const check = (value: Readonly<Record<string, unknown>>, context: z.RefinementCtx) => {
    const [low, high] = [value[lower], value[upper]]
    const wrong =
      (typeof low === 'number' && typeof high === 'number' && high < low) ||
      (typeof low === 'string' && typeof high === 'string' && high < low)
    if (wrong) context.addIssue({ code: 'custom', path: [upper], message: sentence })
  }
  return [check, whenValid(z.object(pair))] as const
}

/** Unit-less instant on the wire: ISO 8601 in UTC. */
export const instant = z.iso.datetime({ offset: true }).refine(isWithinYears, outOfYears)

/** One choice of a select box. */
export const option = z.object({ value: z.union([z.int(), z.string()]), label: z.string() })
export type Option = z.output<typeof option>

/** `queryTypes` of the queryCon calls: a list, or one alone, of what has these words. */
export function queryTypes<T extends Readonly<Record<string, string>>>(words: T) {
  const type = choice(words)
  return label('查询类型', z.union([z.array(type).max(20), type.transform(name => [name])]))
}

/** A no needs its reason; for `superRefine`. @param sentence asks for it */
export const requireReason =
  (sentence: string) =>
  ({ accept, reason }: { accept: boolean; reason: string | null }, context: z.RefinementCtx): void => {
    if (!accept && reason === null) context.addIssue({ code: 'custom', path: ['reason'], message: sentence })
  }
