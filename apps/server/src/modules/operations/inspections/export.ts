import {
  modelsOf,
  needsOf,
  organsOf,
  planList,
  type StocktakeInfo,
  type StocktakeLine,
  stocktakeLineList,
} from '@drivesim/contract'
import { FileReply } from '../../../platform/http/call.ts'
import { fileRows } from '../../../platform/http/tableFile.ts'
import { fileColumns } from '../../../platform/lists/fileColumns.ts'

export const planFile = fileColumns(planList, {
  organs: organsOf,
  models: modelsOf,
  needs: needsOf,
})

const lineFile = fileColumns(stocktakeLineList, {
  stands: ({ stands }) => stands && `${stands.organName} ${stands.classroomName}`,
})

/** What is missing, then what was scanned; a stock-taking is small enough to be read at once. */
export function exportStocktake({ devices, scans }: StocktakeInfo): FileReply {
  const missing = devices.filter(({ found }) => !found).map(missingLine)
  const lines: StocktakeLine[] = [...missing, ...scans]
  return new FileReply(
    '盘点结果',
    fileRows(lineFile, async ({ last }) => (last === undefined ? lines : [])),
  )
}

const missingLine = (device: StocktakeInfo['devices'][number]) => ({
  ...device,
  result: 'missing' as const,
  stands: device,
  at: null,
  memberName: null,
  raw: null,
})
