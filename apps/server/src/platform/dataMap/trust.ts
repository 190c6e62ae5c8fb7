import { byNumber, type Columns, eventText, memberContact, none, secret, signInTrace } from './treatments.ts'

/** What is kept of whom in the tables of second steps and sign-on. */
export const trustData = {
  auth_challenge: {
    expires_at: none,
    hash: secret,
    member_id: byNumber,
    purpose: none,
    sealed: secret,
    tries: none,
  },
  contact_code: {
    address: memberContact,
    challenge_hash: secret,
    code_hash: secret,
    created_at: none,
    expires_at: none,
    id: none,
    kind: none,
    link_hash: secret,
    member_id: byNumber,
    over_at: none,
    purpose: none,
    tries: none,
  },
  external_identity: {
    bound_at: none,
    bound_by: byNumber,
    id: none,
    issuer: none,
    member_id: byNumber,
    subject: signInTrace,
  },
  factor: {
    counter: none,
    created_at: none,
    credential_id: secret,
    id: none,
    kind: none,
    last_step: none,
    last_used_at: none,
    member_id: byNumber,
    name: none,
    public_key: none,
    rp_id: none,
    secret: secret,
    transports: none,
  },
  factor_reset: {
    asked_at: none,
    asked_by: byNumber,
    decided_at: none,
    decided_by: byNumber,
    id: none,
    member_id: byNumber,
    proof: none,
    reason: eventText,
    state: none,
  },
  recovery_code: { hash: secret, member_id: byNumber, slot: none, used_at: none },
  reset_request: {
    account: signInTrace,
    address: signInTrace,
    asked_at: none,
    id: none,
    kind: none,
    served_at: none,
    user_agent: signInTrace,
  },
  second_step_failure: { day: none, failures: none, member_id: byNumber },
  security_policy: {
    absolute_hours: none,
    all_due_at: none,
    codes: none,
    codes_due_at: none,
    grace_days: none,
    id: none,
    idle_minutes: none,
    money_idle_minutes: none,
    most_sessions: none,
    second_step_for: none,
    consent_needed: none,
    self_reset: none,
    step_up_minutes: none,
    system_networks: none,
    version: none,
  },
} as const satisfies Columns<
  | 'auth_challenge'
  | 'contact_code'
  | 'external_identity'
  | 'factor'
  | 'factor_reset'
  | 'recovery_code'
  | 'reset_request'
  | 'second_step_failure'
  | 'security_policy'
>
