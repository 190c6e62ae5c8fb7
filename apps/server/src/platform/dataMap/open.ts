import { byNumber, type Columns, none, ownView, secret, signInTrace, toldOutside } from './treatments.ts'

/** What is kept of whom in the tables of 开放接口. */
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
  open_event: { at: none, data: toldOutside, id: none, organ_id: none, type: none },
  outbox_attachment: { job_id: none, outbox_id: none },
  report_access: { organ_id: none, role_name: none },
  report_receiver: { member_id: byNumber, reason: none, schedule_id: none },
  report_run: {
    by_hand: none,
    created_at: none,
    due_at: none,
    ended_at: none,
    id: none,
    job_id: none,
    late: none,
    reason: none,
    receiver_id: byNumber,
    rows: none,
    schedule_id: none,
    state: none,
  },
  report_schedule: {
    asked_at: none,
    call: none,
    created_at: none,
    day: none,
    every: none,
    hour: none,
    id: none,
    input: ownView,
    mails: none,
    name: ownView,
    next_at: none,
    owner_id: byNumber,
    range: none,
    reason: none,
    state: none,
    version: none,
  },
  report_scope: { organ_id: none },
  robot: {
    address_end: none,
    created_at: none,
    enabled: none,
    id: none,
    kind: none,
    name: none,
    organ_id: none,
    owner_id: byNumber,
    sealed: secret,
    types: none,
    version: none,
  },
  robot_attempt: {
    at: none,
    detail: none,
    id: none,
    message_id: none,
    ok: none,
    robot_id: none,
    subject: none,
  },
  robot_message: {
    attempts: none,
    created_at: none,
    event: none,
    id: none,
    last_error: none,
    more: none,
    next_try_at: none,
    robot_id: none,
    sent_at: none,
    state: none,
    subject: none,
    text: none,
  },
  robot_told: { due_at: none, key: none, message_type: none, robot_id: none, subject: none },
  webhook_attempt: {
    answer: toldOutside,
    at: none,
    delivery_id: none,
    id: none,
    milliseconds: none,
    problem: none,
    status: none,
  },
  webhook_delivery: {
    attempts: none,
    created_at: none,
    endpoint_id: none,
    event_id: none,
    id: none,
    last_status: none,
    lease_until: none,
    next_try_at: none,
    sent_at: none,
    state: none,
  },
  webhook_endpoint: {
    address: none,
    both_until: none,
    created_at: none,
    enabled: none,
    failing_since: none,
    id: none,
    name: none,
    organ_id: none,
    organ_ids: none,
    owner_id: byNumber,
    secrets: secret,
    stop_reason: none,
    types: none,
    version: none,
  },
} as const satisfies Columns<
  | 'api_key'
  | 'open_event'
  | 'outbox_attachment'
  | 'report_access'
  | 'report_receiver'
  | 'report_run'
  | 'report_schedule'
  | 'report_scope'
  | 'robot'
  | 'robot_attempt'
  | 'robot_message'
  | 'robot_told'
  | 'webhook_attempt'
  | 'webhook_delivery'
  | 'webhook_endpoint'
>
