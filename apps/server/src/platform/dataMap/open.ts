import { byNumber, type Columns, none, secret, signInTrace } from './treatments.ts'

/** What is kept of whom in the tables of open interfaces. */
export const openData = {
  api_key: {
    codes: none,
    created_at: none,
    days: none,
    end_reason: none,
    ended_at: none,
    expires_at: none,
    hash: secret,
    hint: none,
    id: none,
    last_used_at: none,
    last_used_from: signInTrace,
    may_export: none,
    member_id: byNumber,
    name: none,
    networks: none,
    organ_ids: none,
    previous_hash: secret,
    previous_until: none,
  },
} as const satisfies Columns<'api_key'>
