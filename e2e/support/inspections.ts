import { type ChecklistItem, inspections } from '@drivesim/contract'
import type { Api } from './api.ts'
import type { Device } from './devices.ts'

/** A plan of its own, which the technician began in the device's classroom. @returns the order */
export async function startedInspection(
  api: Api,
  technician: Api,
  device: Pick<Device, 'name' | 'organId' | 'roomId'>,
  items: readonly ({ key: string; text: string } & Partial<ChecklistItem>)[],
): Promise<number> {
  const common = { kind: 'passFail', required: true, min: null, max: null, onFailTypeId: null } as const
  const { checklistId } = await api.call(inspections.saveChecklist, {
    name: `清单 ${device.name}`,
    items: items.map(item => ({ ...common, ...item })),
  })
  const { planId } = await api.call(inspections.savePlan, {
    ...{ name: `计划 ${device.name}`, kind: 'inspection', checklistId, organIds: [device.organId] },
    ...{ everyDays: 365, leadDays: 0, needsSignature: false, needsPicture: false },
  })
  const { orderId } = await technician.call(inspections.startPlan, { planId, roomId: device.roomId })
  // No other test is to find it due.
  await api.call(inspections.setPlanEnabled, { planId, enabled: false })
  return orderId
}
