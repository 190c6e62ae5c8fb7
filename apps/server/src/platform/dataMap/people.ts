import {
  applicantName,
  applicantPhone,
  applicantText,
  byNumber,
  type Columns,
  coachName,
  coachPhone,
  feedbackText,
  idNumber,
  idNumberHash,
  keyedHash,
  memberContact,
  memberName,
  memberPicture,
  none,
  outcome,
  secret,
  signInTrace,
  studentInitials,
  studentName,
  studentNote,
  studentPhone,
  studentTags,
} from './treatments.ts'

/** What is kept of whom in the tables of students, members and applicants. */
export const peopleData = {
  account_hold: {
    at: none,
    attested_at: none,
    attested_by: byNumber,
    by_id: byNumber,
    how: none,
    member_id: byNumber,
  },
  applicant: {
    applied_at: none,
    coach_id: none,
    config_id: none,
    id: none,
    name: applicantName,
    notice_version: none,
    phone: applicantPhone,
    reason: applicantText,
    state: none,
    student_id: byNumber,
  },
  coach: {
    created_at: none,
    gear_types: none,
    id: none,
    name: coachName,
    phone: coachPhone,
    photo: coachName,
    room_id: none,
    school_id: none,
    state: none,
    version: none,
    years: none,
  },
  data_key: { current_id: none, label_key: secret, one: none, previous_id: none },
  enrolment: {
    ended_at: none,
    gear_type: none,
    id: none,
    registered_at: none,
    remaining_minutes: none,
    school_id: none,
    state: none,
    student_id: byNumber,
  },
  enrolment_config: {
    class_type: none,
    contents: none,
    created_at: none,
    gear_type: none,
    id: none,
    original_price: none,
    price: none,
    school_id: none,
    state: none,
    title: none,
    valid_from: none,
    valid_until: none,
    version: none,
  },
  enrolment_config_coach: { coach_id: none, config_id: none, id: none },
  enrolment_config_simulator: { config_id: none, id: none, simulator_id: none },
  feedback: { content: feedbackText, created_at: none, id: none, school_id: none, student_id: byNumber },
  idempotency: {
    body_hash: none,
    call: none,
    created_at: none,
    key: none,
    member_id: byNumber,
    outcome: outcome,
  },
  member: {
    account: memberName,
    created_at: none,
    enabled: none,
    first_password_until: none,
    icon: memberPicture,
    id: none,
    last_login_at: none,
    mail: memberContact,
    mail_verified_at: none,
    must_change_password: none,
    name: memberName,
    organ_id: none,
    password_hash: secret,
    phone: memberContact,
    phone_verified_at: none,
    version: none,
  },
  member_organisation: { member_id: byNumber, organ_id: none },
  member_role: { member_id: byNumber, role_id: none },
  phone_guess: { at: none, mask: keyedHash, member_id: byNumber, number: keyedHash },
  role: { built_in: none, created_at: none, id: none, name: none, note: none, organ_id: none, version: none },
  role_access: { code: none, role_id: none },
  school_month: {
    errors: none,
    month: none,
    passed: none,
    school_id: none,
    sub_subject_id: none,
    times: none,
  },
  session: {
    address: signInTrace,
    adds_factor: none,
    authenticated_at: none,
    created_at: none,
    end_reason: none,
    ended_at: none,
    expires_at: none,
    generation: none,
    id: none,
    input_at: none,
    last_used_at: none,
    member_id: byNumber,
    methods: none,
    provider_session: secret,
    token_number: none,
    token_since: none,
    user_agent: signInTrace,
  },
  sign_in_gate: {
    account: signInTrace,
    address: signInTrace,
    failures: none,
    last_at: none,
    opens_at: none,
    source: keyedHash,
  },
  sign_up: {
    created_at: none,
    gear_type: none,
    id: none,
    name: applicantName,
    phone: applicantPhone,
    school_id: none,
  },
  student: {
    coach_id: none,
    created_at: none,
    erased_at: none,
    gear_type: none,
    id: none,
    id_number: idNumber,
    id_number_hash: idNumberHash,
    id_number_tail: idNumber,
    name: studentName,
    name_initials: studentInitials,
    note: studentNote,
    note_at: none,
    note_by: byNumber,
    phone: studentPhone,
    registered_at: none,
    restricted_at: none,
    school_id: none,
    state: none,
    tags: studentTags,
    version: none,
  },
  student_count: { block: none, gear_type: none, school_id: none, state: none, students: none },
  student_minutes: { minutes: none, school_id: none, student_id: byNumber },
  student_trained: { last_at: none, student_id: byNumber },
  token_call: { calls: none, since: none, source: keyedHash },
} as const satisfies Columns<
  | 'account_hold'
  | 'applicant'
  | 'coach'
  | 'data_key'
  | 'enrolment'
  | 'enrolment_config'
  | 'enrolment_config_coach'
  | 'enrolment_config_simulator'
  | 'feedback'
  | 'idempotency'
  | 'member'
  | 'member_organisation'
  | 'member_role'
  | 'phone_guess'
  | 'role'
  | 'role_access'
  | 'school_month'
  | 'session'
  | 'sign_in_gate'
  | 'sign_up'
  | 'student'
  | 'student_count'
  | 'student_minutes'
  | 'student_trained'
  | 'token_call'
>
