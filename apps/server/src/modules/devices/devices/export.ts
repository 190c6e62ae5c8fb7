import {
  faultList,
  faultSeconds,
  type SessionRow,
  sessionEndings,
  sessionList,
  simulatorList,
  usageList,
} from '@drivesim/contract'
import { percent } from '../../../platform/http/tableFile.ts'
import { fileColumns } from '../../../platform/lists/fileColumns.ts'

const rate = (use: { seconds: number; effectiveSeconds: number }) =>
  percent(use.effectiveSeconds, use.seconds)

export const simulatorFile = fileColumns(simulatorList, { stateId: row => row.stateName })
export const sessionFile = fileColumns(sessionList, {
  rate,
  passed: resultOf,
  errors: row => row.errors.map(error => `${error.subSubject}：${error.text} ${error.points} 分`).join('；'),
})
export const faultFile = fileColumns(faultList, { seconds: faultSeconds })
export const usageFile = fileColumns(usageList, { rate })

function resultOf({ ending, passed }: SessionRow): string | null {
  if (ending !== 'normal') return sessionEndings[ending]
  if (passed === null) return null
  return passed ? '合格' : '不合格'
}
