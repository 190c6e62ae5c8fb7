/**
 * What the data board counts. `sum`: facts, which add up over days and places. `people`: persons, each
 * counted once in whatever range. `unit` fen: whole fen. `path` is the figure's own page in the web.
 */
export const boardFigures = {
  newStudents: {
    label: '新增学员',
    kind: 'sum',
    unit: '人',
    path: '/addStudent',
    rows: 'student',
    more: ['transfersIn'],
    empty: '登记或导入学员后显示',
  },
  payStudents: {
    label: '付费学员',
    kind: 'people',
    unit: '人',
    path: '/payStudent',
    rows: 'person',
    more: [],
    empty: '登记充值或课程订单后显示',
  },
  rechargeFen: {
    label: '充值金额',
    kind: 'sum',
    unit: 'fen',
    path: '/rechargeMoney',
    rows: 'recharge',
    more: ['rechargeOrders', 'rechargeBonusFen', 'rechargeRefundFen', 'rechargeNetFen'],
    empty: '登记充值后显示',
  },
  courseOrders: {
    label: '课程订单',
    kind: 'sum',
    unit: '单',
    path: '/courseOrderLine',
    rows: 'course',
    more: [],
    empty: '为学员下课程订单后显示',
  },
  incomeFen: {
    label: '收入金额',
    kind: 'sum',
    unit: 'fen',
    path: '/incomeMoney',
    rows: 'income',
    more: ['courseCashFen', 'courseRefundFen'],
    empty: '课程订单用余额支付后显示',
  },
  appUses: {
    label: '应用使用次数',
    kind: 'sum',
    unit: '次',
    path: '/appUseAmount',
    rows: 'session',
    more: ['trainingSeconds', 'effectiveSeconds'],
    empty: '学员在模拟器上训练后显示',
  },
  coursePayers: {
    label: '课程付费人数',
    kind: 'people',
    unit: '人',
    path: '/coursePayAmount',
    rows: 'person',
    more: [],
    empty: '为学员下课程订单后显示',
  },
  courseUsers: {
    label: '课程使用人数',
    kind: 'people',
    unit: '人',
    path: '/courseUseAmount',
    rows: 'person',
    more: [],
    empty: '学员在模拟器上训练后显示',
  },
} as const satisfies Record<string, BoardFigureKind>
export type BoardFigure = keyof typeof boardFigures

type FigureOf<Kind> = {
  [F in BoardFigure]: (typeof boardFigures)[F]['kind'] extends Kind ? F : never
}[BoardFigure]
export type SumFigure = FigureOf<'sum'>
export type PeopleFigure = FigureOf<'people'>
export const isPeopleFigure = (figure: BoardFigure): figure is PeopleFigure =>
  boardFigures[figure].kind === 'people'
export const isSumFigure = (figure: BoardFigure): figure is SumFigure => boardFigures[figure].kind === 'sum'

interface BoardFigureKind {
  readonly label: string
  readonly kind: 'sum' | 'people'
  readonly unit: '人' | '单' | '次' | 'fen'
  readonly path: `/${string}`
  /** What a row of its 名单 is. */
  readonly rows: 'student' | 'person' | 'recharge' | 'course' | 'income' | 'session'
  /** What is told beside it, in columns of its own. */
  readonly more: readonly BoardMore[]
  /** What fills it. */
  readonly empty: string
}

/** What stands beside a figure: 净额 is the recharges less what was refunded on these days. `unit` seconds: whole seconds. */
export const boardMore = {
  transfersIn: { label: '含转入', unit: '人' },
  rechargeOrders: { label: '充值订单', unit: '单' },
  rechargeBonusFen: { label: '赠送', unit: 'fen' },
  rechargeRefundFen: { label: '退款', unit: 'fen' },
  rechargeNetFen: { label: '净额', unit: 'fen' },
  courseCashFen: { label: '课程收款', unit: 'fen' },
  courseRefundFen: { label: '课程退款', unit: 'fen' },
  trainingSeconds: { label: '训练时长', unit: 'seconds' },
  effectiveSeconds: { label: '有效时长', unit: 'seconds' },
} as const
export type BoardMore = keyof typeof boardMore

/** All figures, in the order of their cards. */
export const boardFigureKeys = Object.keys(boardFigures).filter(isBoardFigure)
export function isBoardFigure(key: string): key is BoardFigure {
  return Object.hasOwn(boardFigures, key)
}

/** What of the board an address says; the web's pages and what leads to them spell it alike. */
interface BoardAddress {
  readonly beginDate?: string | undefined
  readonly endDate?: string | undefined
  readonly organId?: number | string | null | undefined
  readonly compare?: string | undefined
  readonly align?: string | undefined
  readonly grain?: string | undefined
  readonly by?: string | undefined
}

/** Address of a figure's page; what is not said is left to the page. */
export function figureAddress(figure: BoardFigure, address: BoardAddress = {}): string {
  const query = Object.entries(address).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  const { path } = boardFigures[figure]
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

/** By what a ranking goes. */
export const boardPlaces = { school: '驾校', city: '城市', province: '省份' } as const
export type BoardPlace = keyof typeof boardPlaces
/** The measure word after their number. */
export const countedPlaces = { school: '家', city: '个城市', province: '个省份' } as const satisfies Record<
  BoardPlace,
  string
>

/** What the table of a figure's page has a row for; `list` are the facts or persons themselves. */
export const boardTables = { day: '日期', ...boardPlaces } as const
export type BoardTable = keyof typeof boardTables
export const boardViews = { ...boardTables, list: '名单' } as const
export type BoardView = keyof typeof boardViews
