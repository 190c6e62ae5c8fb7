/** How long open orders are open: hours from, hours before. */
export const backlogAges = {
  day: { label: '1 天内', from: 0, before: 24 },
  threeDays: { label: '1–3 天', from: 24, before: 72 },
  week: { label: '3–7 天', from: 72, before: 168 },
  month: { label: '7–30 天', from: 168, before: 720 },
  older: { label: '30 天以上', from: 720, before: null },
} as const

/** As what 运维分析 counts an order that was submitted. */
export const workOrderCounts = {
  failure: '故障',
  timed: '计及时率',
  onTime: '按时完工',
  late: '超时完工',
  settled: '计一次修复率',
  fixedFirst: '一次修复',
  notFixedFirst: '未一次修复',
} as const
export type WorkOrderCount = keyof typeof workOrderCounts
