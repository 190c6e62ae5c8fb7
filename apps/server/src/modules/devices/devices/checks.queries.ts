import { sql } from 'kysely'
import type { Check } from '../../../platform/parts.ts'
import { differences } from '../../../platform/postgres/differences.ts'

export const simulatorCounts: Check = {
  title: '各机构各状态的设备数与设备一致',
  wrong: differences(
    sql`select s.organ_id, n.state_id, count(*) as simulators
      from simulator s join simulator_state n on n.simulator_id = s.id group by 1, 2`,
    sql`select organ_id, state_id, simulators from simulator_count where simulators <> 0`,
  ),
}
