import type { ChecklistAnswers } from '@drivesim/contract/checklists'
import { nothingSigned, type Signing } from '../../../parts/signature/SignatureField.tsx'

type Answer = ChecklistAnswers[number]

/** What is filled in on the spot and not sent yet. */
export interface FieldDraft {
  /** By device, then by item. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, Answer>>>>
  readonly dealResultId: number | null
  readonly note: string
  /** Fen. */
  readonly serviceFee: number | null
  readonly signing: Signing
}

export const emptyDraft: FieldDraft = {
  answers: {},
  dealResultId: null,
  note: '',
  serviceFee: null,
  signing: nothingSigned,
}
