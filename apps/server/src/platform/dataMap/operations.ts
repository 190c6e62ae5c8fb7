import { byNumber, type Columns, keyedHash, none, reporterPhone, reporterText } from './treatments.ts'

/** What is kept of whom in the tables of faults, plans and those who repair. */
export const operationsData = {
  checklist: {
    created_at: none,
    enabled: none,
    id: none,
    items: none,
    name: none,
    organ_id: none,
    version: none,
  },
  checklist_failure: { item_key: none, order_id: none, simulator_id: none },
  component_kind: {
    created_at: none,
    enabled: none,
    id: none,
    mark: none,
    name: none,
    sort: none,
    version: none,
  },
  deal_result: {
    created_at: none,
    enabled: none,
    id: none,
    mark: none,
    name: none,
    needs_picture: none,
    outcome: none,
    sort: none,
    version: none,
  },
  failure_total: {
    component_kind_id: none,
    cost: none,
    day: none,
    failures: none,
    fault_type_id: none,
    slot: none,
  },
  fault_report: {
    at: none,
    description: reporterText,
    id: none,
    order_id: none,
    organ_id: none,
    phone: reporterPhone,
    report_id: none,
    simulator_id: none,
    symptom: none,
  },
  fault_todo: { at: none, fault_id: none, id: none, kind: none, simulator_id: none },
  fault_type: {
    component_kind_id: none,
    created_at: none,
    enabled: none,
    id: none,
    mark: none,
    name: none,
    repair_hours: none,
    settle_seconds: none,
    severity: none,
    sort: none,
    version: none,
  },
  fault_type_code: { code: none, fault_type_id: none, id: none },
  health_open: { day: none, fact: none, organ_id: none, seconds: none, simulators: none },
  health_organ_day: { day: none, enabled_seconds: none, fault_seconds: none, organ_id: none },
  health_organ_month: { enabled_seconds: none, fault_seconds: none, month: none, organ_id: none },
  maintenance_plan: {
    checklist_id: none,
    created_at: none,
    enabled: none,
    every_days: none,
    every_hours: none,
    id: none,
    kind: none,
    lead_days: none,
    models: none,
    name: none,
    needs_picture: none,
    needs_signature: none,
    organ_ids: none,
    version: none,
  },
  maintenance_window: {
    from_at: none,
    id: none,
    open: none,
    order_id: none,
    simulator_id: none,
    to_at: none,
  },
  mass_outage: { began_at: none, ended_at: none, id: none, rooms: none, simulator_ids: none },
  national_day: { day: none, id: none, kind: none, manual: none, name: none },
  operations_day: {
    cost: none,
    day: none,
    failures: none,
    on_time: none,
    opened: none,
    organ_id: none,
    repair_seconds: none,
    reworked: none,
    settled: none,
    submitted: none,
    timed: none,
  },
  operations_month: {
    cost: none,
    failures: none,
    month: none,
    on_time: none,
    opened: none,
    organ_id: none,
    repair_seconds: none,
    reworked: none,
    settled: none,
    submitted: none,
    timed: none,
  },
  operations_total: {
    cost: none,
    day: none,
    failures: none,
    on_time: none,
    opened: none,
    repair_seconds: none,
    reworked: none,
    settled: none,
    slot: none,
    submitted: none,
    timed: none,
  },
  ops_organ_setting: { calendar: none, id: none, organ_id: none },
  ops_staff: {
    active: none,
    away_until: none,
    capacity: none,
    created_at: none,
    home_city: none,
    member_id: byNumber,
    version: none,
  },
  plan_device: {
    last_done_at: none,
    last_done_seconds: none,
    plan_id: none,
    simulator_id: none,
    skipped_on: none,
    skipped_seconds: none,
  },
  report_attempt: { at: none, id: none, kind: none, network: keyedHash, simulator_id: none },
  report_picture: { address: reporterText, at: none, id: none, nonce: none },
  response_limit: { id: none, minutes: none, priority: none },
  simulator_meter: { seconds: none, simulator_id: none },
  spare_part: {
    component_kind_id: none,
    created_at: none,
    enabled: none,
    id: none,
    model: none,
    name: none,
    price: none,
    sort: none,
    version: none,
  },
  staff_coverage: { member_id: byNumber, organ_id: none },
  staff_load: { member_id: byNumber, orders: none },
  staff_skill: { component_kind_id: none, member_id: byNumber },
  stocktake: {
    closed_at: none,
    closed_by: byNumber,
    expected_ids: none,
    id: none,
    opened_at: none,
    opened_by: byNumber,
    organ_id: none,
    room_id: none,
    state: none,
  },
  stocktake_scan: {
    at: none,
    id: none,
    member_id: byNumber,
    raw: none,
    result: none,
    simulator_id: none,
    stocktake_id: none,
  },
} as const satisfies Columns<
  | 'checklist'
  | 'checklist_failure'
  | 'component_kind'
  | 'deal_result'
  | 'failure_total'
  | 'fault_report'
  | 'fault_todo'
  | 'fault_type'
  | 'fault_type_code'
  | 'health_open'
  | 'health_organ_day'
  | 'health_organ_month'
  | 'maintenance_plan'
  | 'maintenance_window'
  | 'mass_outage'
  | 'national_day'
  | 'operations_day'
  | 'operations_month'
  | 'operations_total'
  | 'ops_organ_setting'
  | 'ops_staff'
  | 'plan_device'
  | 'report_attempt'
  | 'report_picture'
  | 'response_limit'
  | 'simulator_meter'
  | 'spare_part'
  | 'staff_coverage'
  | 'staff_load'
  | 'staff_skill'
  | 'stocktake'
  | 'stocktake_scan'
>
