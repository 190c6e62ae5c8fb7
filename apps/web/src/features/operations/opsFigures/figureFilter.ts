import { number } from '../../../ui/format.ts'

/** What the figures are of. */
export interface FigureFilter {
  organId: number | undefined
  beginDate: string
  endDate: string
}

/** 工单管理 with these filters. */
export function ordersLink(filters: Readonly<Record<string, string | number | undefined>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined) search.set(name, String(value))
  return `/operation/workOrder?${search}`
}

/** The orders that were submitted in the days of the figures: what all but 新增 is counted from. */
export const submittedLink = (
  { organId, beginDate, endDate }: FigureFilter,
  more: Readonly<Record<string, string | number | undefined>> = {},
): string => ordersLink({ organId, submittedFrom: beginDate, submittedTo: endDate, ...more })

/** Basis points as percent. */
export const rateWords = (bp: number | null): string => (bp === null ? '—' : `${(bp / 100).toFixed(1)}%`)

/** With one decimal. */
export const hourWords = (value: number): string => `${number(Math.round(value * 10) / 10)} 小时`
