/** What the figures are of. */
export interface Asked {
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

/** Basis points as percent. */
export const rate = (bp: number | null): string => (bp === null ? '—' : `${(bp / 100).toFixed(1)}%`)
