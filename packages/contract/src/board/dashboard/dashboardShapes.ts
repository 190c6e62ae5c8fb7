import { z } from 'zod'
import { simulatorState } from '../../devices/devices/deviceShapes.ts'
import { businessDay, instant, maskedPhone } from '../../fields.ts'
import { choice } from '../../labels.ts'
import { column, listColumns } from '../../lists.ts'
import { alignments, comparisons, grains } from './boardDates.ts'
import { boardFigures, boardMore } from './boardFigures.ts'

export const boardFigure = choice(boardFigures)
export const comparison = choice(comparisons)
export const alignment = choice(alignments)
export const grain = choice(grains)

const dayRange = z.object({ beginDate: businessDay, endDate: businessDay })

/** `Basis` of boardDates.ts, as the server took it. */
export const boardBasis = z.object({
  today: businessDay,
  current: dayRange.nullable(),
  previous: dayRange.nullable(),
  mean: z.int(),
  hours: z.int().nullable(),
  unfinished: z.boolean(),
  words: z.string(),
})

/** What stands beside a figure, in the order of its `more`. */
const more = z.array(z.object({ key: choice(boardMore), value: z.int() }))

/** A figure over the range. `change` is a ratio: −0.38 is 38 % less. */
export const figureValue = z.object({
  key: boardFigure,
  /** Of the whole range, today included. */
  value: z.int(),
  /** Of today alone; null where the range has no today. */
  today: z.int().nullable(),
  /**
   * Of the two parts that are compared (`basis`), a mean to the nearest whole; null where nothing is: people have no hours,
   * and no mean.
   */
  current: z.int().nullable(),
  previous: z.int().nullable(),
  change: z.number().nullable(),
  more,
})
export type FigureValue = z.output<typeof figureValue>

/** A figure with its course over the range: a value for each part of the time axis, null for what has not begun. */
export const figureCard = figureValue.extend({
  spark: z.array(z.object({ x: z.string(), value: z.int().nullable(), partial: z.boolean() })),
})
export type FigureCard = z.output<typeof figureCard>

/**
 * A part of the time axis, and the part of the other period at the same place. `x` null: the other period is longer.
 * People of several parts do not add up.
 */
const trendPoint = z.object({
  x: z.string().nullable(),
  value: z.int().nullable(),
  partial: z.boolean(),
  otherX: z.string().nullable(),
  other: z.int().nullable(),
})
export type TrendPoint = z.output<typeof trendPoint>
export const trend = z.object({ figure: boardFigure, grain, points: z.array(trendPoint) })
export type Trend = z.output<typeof trend>

const rankingRow = z.object({
  /** Of an organisation its id; of a city or province its code, empty where it has none. */
  key: z.string(),
  name: z.string(),
  value: z.int(),
})
/**
 * The first of a ranking and the others in one line. Rows and rest less `overlap` are `total`: `overlap` (跨校重复) are
 * people counted at more than one of them, 0 for sums.
 */
export const ranking = z.object({
  figure: boardFigure,
  rows: z.array(rankingRow),
  rest: z.object({ places: z.int(), value: z.int() }).nullable(),
  overlap: z.int(),
  total: z.int(),
})
export type Ranking = z.output<typeof ranking>

/** How many places a ranking names. */
export const rankedPlaces = 10

/** 设备现状 and 今日时段 of the board; `lastWeek` is the same weekday. Seconds of training that have ended, by their hour of beginning. */
export const boardDevices = z.record(simulatorState, z.int())
export const boardHours = z.array(z.object({ hour: z.int(), seconds: z.int(), lastWeek: z.int() }))

/** A row of a figure's table: a day, a school or a city. */
export const detailRow = z.object({
  /** Day, organisation's id or city's code. */
  key: z.string(),
  name: z.string(),
  /** People of several days do not add up (不可相加); `first` does. */
  value: z.int(),
  /** 首次计入: people of a day who were on no earlier one of the range; null for sums and for places. */
  first: z.int().nullable(),
  partial: z.boolean(),
  more,
})
export type DetailRow = z.output<typeof detailRow>

const person = {
  /** Null where the student is unknown. */
  studentId: z.int().nullable(),
  studentName: z.string().nullable(),
  studentPhone: maskedPhone.nullable(),
}
const place = { schoolId: z.int(), schoolName: z.string(), organId: z.int(), organName: z.string() }

/** A row of a figure's 名单: the fact, or the person with the first day in the range. */
export const factRow = z.object({
  /** Unique among the rows of a list. */
  key: z.string(),
  ...person,
  ...place,
  /** When it was; null for a person. */
  at: instant.nullable(),
  day: businessDay,
  /** Fen of an order, negative for a refund; null where there is none. */
  amount: z.int().nullable(),
  /** The order's or refund's number. */
  no: z.string().nullable(),
  /** Order behind a number, for its page; null where there is none. */
  orderId: z.int().nullable(),
  /** What was bought, trained or done: `C1 手动挡`, `科目二 20 小时`, `退款`. */
  what: z.string().nullable(),
  /** Of a session. */
  seconds: z.int().nullable(),
})
export type FactRow = z.output<typeof factRow>
/** The service point where it was; null: the school itself. */
export const pointOf = ({ organId, schoolId, organName }: FactRow): string | null =>
  organId === schoolId ? null : organName

/** Whatever a 名单 or its file may have, whatever its rows are. */
export const factList = listColumns(factRow, {
  no: column.code('单号'),
  student: column.special('学员'),
  phone: column.special('手机号'),
  school: column.special('驾校', { widest: 200 }),
  organ: column.special('服务点', { widest: 160 }),
  what: column.text('内容', { widest: 220 }),
  amount: column.money('金额'),
  seconds: column.seconds('时长'),
  day: column.day('日期', { only: 'file' }),
  at: column.time('时间'),
})
const { no, student, phone, school, organ, what, amount, seconds, day, at } = factList.columns
const studentColumns = { student, phone, school, organ }
/** Columns of each 名单, by what its rows are (`rows` of a figure). */
export const factLists = {
  student: listColumns(factRow, {
    ...studentColumns,
    day,
    at: { ...at, word: '报名时间' },
    what: { ...what, word: '车型' },
  }),
  person: listColumns(factRow, {
    ...studentColumns,
    organ: { ...organ, only: 'file' },
    day: column.day('首次日期'),
  }),
  recharge: listColumns(factRow, {
    no,
    ...studentColumns,
    what: { ...what, word: '支付方式', only: 'file' },
    amount,
    day,
    at: { ...at, word: '支付时间' },
  }),
  course: listColumns(factRow, {
    no,
    ...studentColumns,
    what: { ...what, word: '课程' },
    amount,
    day,
    at: { ...at, word: '支付时间' },
  }),
  income: listColumns(factRow, { no, ...studentColumns, what, amount, day, at: { ...at, word: '入账时间' } }),
  session: listColumns(factRow, {
    ...studentColumns,
    what: { ...what, word: '训练内容' },
    seconds,
    day,
    at: { ...at, word: '开始时间' },
  }),
} as const

/** 利用率: training of eight whole weeks ÷ (simulators that are enabled now × their opening time). */
export const heat = z.object({
  beginDate: businessDay,
  endDate: businessDay,
  /** Enabled now; there is no history of it. */
  simulators: z.int(),
  cells: z.array(
    z.object({
      /** 1 Monday … 7 Sunday. */
      weekday: z.int(),
      hour: z.int(),
      seconds: z.int(),
      /** 0 to 1; null where nothing is open. */
      rate: z.number().nullable(),
    }),
  ),
})
export type Heat = z.output<typeof heat>

/** 模块通过率 of the last twelve months. `whole` false: a service point or another part of a school. No months are kept for those. */
export const passRate = z.object({
  whole: z.boolean(),
  months: z.array(z.string()),
  modules: z.array(
    z.object({
      name: z.string(),
      points: z.array(
        z.object({ month: z.string(), times: z.int(), passed: z.int(), rate: z.number().nullable() }),
      ),
    }),
  ),
})
export type PassRate = z.output<typeof passRate>

/** 值得注意: how far the last whole week lies from the mean of the four before it. */
export const findings = z.object({
  beginDate: businessDay,
  endDate: businessDay,
  rows: z.array(
    z.object({
      figure: boardFigure,
      /** Null: everything that is looked at. */
      organId: z.int().nullable(),
      organName: z.string().nullable(),
      value: z.int(),
      mean: z.number(),
      change: z.number(),
      /** `甲驾校 课程订单上周 12 单，比前四周平均低 45%` */
      sentence: z.string(),
      /** Address of its page. */
      to: z.string(),
    }),
  ),
})
export type Findings = z.output<typeof findings>

/** When what a reply says was so. */
export const asOf = instant
