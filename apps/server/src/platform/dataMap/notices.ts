import { byNumber, type Columns, messageText, none, outboxText, pushText, secret } from './treatments.ts'

/** What is kept of whom in the tables of messages and reminders. */
export const noticesData = {
  attention: {
    begins_at: none,
    codes: none,
    ends_at: none,
    id: none,
    key: none,
    member_id: byNumber,
    organ_id: none,
    own_people: none,
    subject: none,
    type: none,
  },
  message: {
    brief: messageText,
    content: messageText,
    created_at: none,
    event: none,
    id: none,
    kind: none,
    member_id: byNumber,
    opened_at: none,
    push_id: none,
    state: none,
    title: messageText,
  },
  message_count: { member_id: byNumber, read: none, trash: none, unread: none },
  notice_config: {
    able_time_begin: none,
    able_time_end: none,
    channel: none,
    create_limit: none,
    effective_time: none,
    enabled: none,
    id: none,
    member_id: byNumber,
    message_type: none,
  },
  notice_ignored_device: { config_id: none, simulator_id: none },
  notice_progress: { id: none, looked_until: none },
  notice_setting: {
    able_time_begin: none,
    able_time_end: none,
    channel: none,
    config_id: none,
    create_limit: none,
    effective_time: none,
    enabled: none,
    member_id: byNumber,
    message_type: none,
    position: none,
  },
  notice_told: {
    channel: none,
    due_at: none,
    key: none,
    member_id: byNumber,
    message_type: none,
    subject: none,
  },
  notice_type: { name: none, position: none },
  outbox: {
    attempts: none,
    channel: none,
    content: outboxText,
    created_at: none,
    ends_at: none,
    event: none,
    id: none,
    last_error: outboxText,
    letter: none,
    member_id: byNumber,
    message_id: none,
    next_try_at: none,
    organ_id: none,
    push_id: none,
    recipient: outboxText,
    sealed: secret,
    sent_at: none,
    state: none,
    title: outboxText,
  },
  outbox_attempt: { at: none, detail: outboxText, id: none, ok: none, outbox_id: none },
  push: {
    audience_ids: none,
    audience_kind: none,
    author_id: byNumber,
    channels: none,
    content: pushText,
    created_at: none,
    delivered: none,
    id: none,
    organ_id: none,
    pinned_until: none,
    read_count: none,
    send_at: none,
    sender_id: byNumber,
    sent_at: none,
    served_to: none,
    state: none,
    title: pushText,
    version: none,
  },
} as const satisfies Columns<
  | 'attention'
  | 'message'
  | 'message_count'
  | 'notice_config'
  | 'notice_ignored_device'
  | 'notice_progress'
  | 'notice_setting'
  | 'notice_told'
  | 'notice_type'
  | 'outbox'
  | 'outbox_attempt'
  | 'push'
>
