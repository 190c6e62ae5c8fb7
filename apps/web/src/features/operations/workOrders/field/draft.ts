import type { ChecklistAnswers } from '@drivesim/contract/operations/inspections/checklists'
import type { WorkOrderInfo } from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { emptySignature, type SignatureDraft } from '../../../../parts/signature/SignatureField.tsx'

type Answer = ChecklistAnswers[number]

/** What is filled in on the spot and not sent yet. */
export interface FieldDraft {
  /** By device, then by item. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, Answer>>>>
  readonly dealResultId: number | null
  readonly note: string
  /** Fen. */
  readonly serviceFee: number | null
  readonly signing: SignatureDraft
}

/** The first values. After a repair was sent back: the values of its last submission. */
export const draftOf = ({
  dealNote,
  serviceFee,
}: Pick<WorkOrderInfo, 'dealNote' | 'serviceFee'>): FieldDraft => ({
  answers: {},
  dealResultId: null,
  note: dealNote ?? '',
  serviceFee: serviceFee === 0 ? null : serviceFee,
  signing: emptySignature,
})

/** How many devices have answers that are not saved. */
export const unsavedDevices = (
  { devices }: { devices: readonly Pick<WorkOrderInfo['devices'][number], 'simulatorId'>[] },
  { answers }: Pick<FieldDraft, 'answers'>,
): number => devices.filter(({ simulatorId }) => answers[simulatorId] !== undefined).length
