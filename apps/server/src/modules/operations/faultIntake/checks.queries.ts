import { sql } from 'kysely'
import type { Check } from '../../../platform/parts.ts'

/** What the intake keeps, whatever comes in whatever order. */
export const oneOpenOrder: Check = {
  title: '同一设备同一部件的自动工单至多一张未完结',
  wrong: sql`
    select simulator_id, component_kind_id, organ_id, count(*) as orders from work_order
    where source = 'device' and simulator_id is not null and state not in ('done', 'closed')
    group by 1, 2, 3 having count(*) > 1`,
}
