import {
  attachedFile,
  browserTrace,
  byNumber,
  type Columns,
  commentText,
  eventText,
  exportFile,
  jobText,
  logActor,
  logChange,
  none,
  ownView,
  secret,
} from './treatments.ts'

/** What is kept of whom in the tables of logs, jobs and the installation. */
export const toolsData = {
  archived_month: {
    detached_at: none,
    dropped_at: none,
    fact: none,
    month: none,
    restored_at: none,
    rows: none,
    sha256: none,
    written_at: none,
  },
  attachment: {
    bytes: none,
    file: attachedFile,
    id: none,
    kind: none,
    member_id: byNumber,
    name: attachedFile,
    removed_at: none,
    subject_id: none,
    uploaded_at: none,
  },
  backup_made: { at: none, one: none },
  client_error: {
    code: none,
    fingerprint: none,
    first_at: none,
    id: none,
    last_at: none,
    member_id: byNumber,
    message: browserTrace,
    organ_id: none,
    times: none,
    type: none,
    url: browserTrace,
    user_agent: browserTrace,
  },
  comment: {
    at: none,
    author_id: byNumber,
    edited_at: none,
    id: none,
    kind: none,
    mentions: byNumber,
    removed_at: none,
    subject_id: none,
    text: commentText,
    version: none,
  },
  export_file: { file: exportFile, finished_at: none, job_id: none, name: none, organisations: none },
  job: {
    address: jobText,
    created_at: none,
    done: none,
    failed: none,
    finished_at: none,
    id: none,
    input: jobText,
    kind: none,
    label: jobText,
    lease_until: none,
    owner_id: byNumber,
    reason: jobText,
    seen_at: none,
    state: none,
    total: none,
    user_agent: jobText,
  },
  job_row: { job_id: none, reason: jobText, record_id: none, seq: none, state: none },
  list_choice: {
    columns: none,
    dense: none,
    id: none,
    list: none,
    member_id: byNumber,
    updated_at: none,
    view_columns: none,
    view_dense: none,
    view_id: none,
  },
  list_view: {
    columns: none,
    created_at: none,
    dense: none,
    filters: ownView,
    id: none,
    list: none,
    name: ownView,
    organ_id: none,
    owner_id: byNumber,
    sort: none,
    version: none,
  },
  log_cut: { cut_at: none, hash: none, id: none, mac: none, seq: none },
  log_forward: { failing_since: none, problem: none, seq: none, target: none, told_at: none },
  log_seal: { hash: none, row_id: none, sealed_at: none, seq: none, source: none },
  member_guide: { member_id: byNumber, news: none, setup_closed_at: none, toured_at: none },
  operation_log: {
    account: logActor,
    address: logActor,
    at: none,
    call: none,
    id: none,
    label: none,
    member_id: byNumber,
    request_id: none,
    user_agent: logActor,
  },
  operation_log_change: {
    after: logChange,
    before: logChange,
    id: none,
    operation_id: none,
    row_id: none,
    table_name: none,
  },
  operation_log_count: { block: none, entries: none, member_id: byNumber },
  pin: {
    created_at: none,
    id: none,
    kind: none,
    member_id: byNumber,
    position: none,
    record_id: byNumber,
    screen: none,
  },
  personal_reading: { day: none, member_id: byNumber, reason: eventText, rows: none },
  picture: { address: none, bytes: none, member_id: byNumber, unused_since: none, uploaded_at: none },
  schema_migration: { applied_at: none, checksum: none, kind: none, name: none },
  sealed_backups: { one: none, since: none },
  security_event: {
    account: eventText,
    address: eventText,
    at: none,
    detail: eventText,
    id: none,
    kind: none,
    label: none,
    last_at: none,
    member_id: byNumber,
    rows: none,
    succeeded: none,
    tally: eventText,
    target: eventText,
    times: none,
    user_agent: eventText,
  },
  security_event_count: { day: none, events: none, kind: none, slot: none, succeeded: none },
  signing_key: { begins_at: none, id: none, made_at: none, secret: secret },
  unsealed_log: { row_id: none, since: none, source: none },
} as const satisfies Columns<
  | 'archived_month'
  | 'attachment'
  | 'backup_made'
  | 'client_error'
  | 'comment'
  | 'export_file'
  | 'job'
  | 'job_row'
  | 'list_choice'
  | 'list_view'
  | 'log_cut'
  | 'log_forward'
  | 'log_seal'
  | 'member_guide'
  | 'operation_log'
  | 'operation_log_change'
  | 'operation_log_count'
  | 'personal_reading'
  | 'picture'
  | 'pin'
  | 'schema_migration'
  | 'sealed_backups'
  | 'security_event'
  | 'security_event_count'
  | 'signing_key'
  | 'unsealed_log'
>
