import { type ChecklistItem, itemFails } from '@drivesim/contract/operations/inspections/checklists'
import {
  type DeviceResult,
  deviceResults,
  type WorkOrderInfo,
} from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { deviceWords } from '../../../parts/deviceWords.ts'

type Answer = { readonly value: number | string | null } | undefined

/** What was found at an item, in words. */
export function answerWords({ kind, min, max }: ChecklistItem, answer: Answer): string {
  const value = answer?.value ?? null
  if (value === null || value === '') return '未填'
  if (kind === 'passFail') return value === 'pass' ? '通过' : '不通过'
  if (kind !== 'number' || typeof value !== 'number') return String(value)
  const outside = (min !== null && value < min) || (max !== null && value > max)
  return outside ? `${value}（超出 ${boundWords(min, max)}）` : String(value)
}

/** The bounds of a number: `30–50`, `不小于 30`. */
export function boundWords(min: number | null, max: number | null): string {
  if (min !== null && max !== null) return `${min}–${max}`
  if (min !== null) return `不小于 ${min}`
  return max === null ? '' : `不大于 ${max}`
}

type Checked = Pick<WorkOrderInfo, 'devices' | 'checklist'>

/** How many devices came to what: `通过 2 台，不通过 1 台，跳过 0 台`; 未检查 where there are such. */
export function resultWords({ devices }: Checked): string {
  const words = (result: DeviceResult) => {
    const count = devices.filter(device => device.result === result).length
    return result === 'pending' && count === 0 ? [] : `${deviceResults[result]} ${count} 台`
  }
  return (['pass', 'fail', 'skip', 'pending'] as const).flatMap(words).join('，')
}

/** The devices at which something is not in order, each with the points that failed. */
export const failedPoints = ({ devices, checklist }: Checked) =>
  devices
    .filter(({ result }) => result !== 'skip')
    .map(device => ({
      simulatorId: device.simulatorId,
      name: deviceWords(device),
      failed: device.result === 'fail',
      points: (checklist ?? []).flatMap(item => {
        const answer = device.answers.find(({ key }) => key === item.key)
        return answer !== undefined && itemFails(item, answer)
          ? `${item.text}：${answerWords(item, answer)}`
          : []
      }),
    }))
    .filter(({ failed, points }) => failed || points.length > 0)
