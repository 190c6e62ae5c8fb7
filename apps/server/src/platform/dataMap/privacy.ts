import { byNumber, type Columns, heldIdentity, none, requestText } from './treatments.ts'

/** What is kept of whom in the tables of what people ask about their data. */
export const privacyData = {
  consent: {
    basis: none,
    guardian_consents: none,
    id: none,
    method: none,
    notice_version: none,
    recorded_at: none,
    recorded_by: byNumber,
    separate: none,
    student_id: byNumber,
    withdrawn_at: none,
    withdrawn_by: byNumber,
  },
  held_identity: { held_at: none, id: none, sealed: heldIdentity, student_id: byNumber, until: none },
  privacy_notice: {
    id: none,
    published_at: none,
    published_by: byNumber,
    sha256: none,
    text: none,
    version: none,
  },
  privacy_request: {
    answer: requestText,
    asked_at: none,
    asked_by: byNumber,
    decided_at: none,
    decided_by: byNumber,
    due_on: none,
    id: none,
    kind: none,
    proof: none,
    state: none,
    student_id: byNumber,
    wish: requestText,
  },
  retention: { id: none, kind: none, months: none, version: none },
} as const satisfies Columns<'consent' | 'held_identity' | 'privacy_notice' | 'privacy_request' | 'retention'>
