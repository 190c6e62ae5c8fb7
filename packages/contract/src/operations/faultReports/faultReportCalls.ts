// What the page behind a label needs of its calls. Without zod: that page is to be there at once, on any phone.

/** What a passer-by can say is wrong. */
export const symptoms = {
  screen: '画面',
  headset: '头显',
  wheel: '方向盘',
  pedal: '踏板',
  sound: '声音',
  power: '无法开机',
  other: '其他',
} as const
export type Symptom = keyof typeof symptoms

export const mostReportPictures = 2
/** Characters of what is said besides. */
export const longestReport = 200
/** A ticket is good from then (milliseconds; no person is quicker) until then after it was given. */
export const ticketFromMs = 3_000
export const ticketUntilMs = 30 * 60_000

const open = { method: 'POST', access: 'anonymous' } as const
export const faultReportCalls = {
  begin: { ...open, path: '/ops/open/report/begin' },
  picture: { ...open, path: '/ops/open/report/picture/{ticket}', upload: true },
  submit: { ...open, path: '/ops/open/report/submit' },
} as const
