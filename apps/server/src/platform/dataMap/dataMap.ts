import { retentionKinds } from '@drivesim/contract/privacy/retentionKinds'
import type { DB } from '../../generated/schema.ts'
import { billsData } from './bills.ts'
import { boardData } from './board.ts'
import { devicesData } from './devices.ts'
import { moneyData } from './money.ts'
import { noticesData } from './notices.ts'
import { openData } from './open.ts'
import { operationsData } from './operations.ts'
import { peopleData } from './people.ts'
import { privacyData } from './privacy.ts'
import { schoolsData } from './schools.ts'
import { toolsData } from './tools.ts'
import { type Columns, erasures, masks, subjects, type Treatment } from './treatments.ts'
import { trustData } from './trust.ts'
import { workOrdersData } from './workOrders.ts'

/** What every column of the database says of people: lists, files, erasure, a person's file and the register follow it. */
export const dataMap: Columns<keyof DB> = {
  ...billsData,
  ...boardData,
  ...devicesData,
  ...moneyData,
  ...noticesData,
  ...openData,
  ...operationsData,
  ...peopleData,
  ...privacyData,
  ...schoolsData,
  ...toolsData,
  ...trustData,
  ...workOrdersData,
}

/** One thing that is done with people's data, for the register that PIPL §55 and §56 ask for. */
export interface Activity {
  readonly subject: string
  readonly purpose: string
  readonly sensitive: boolean
  readonly mask: string
  readonly kept: string
  readonly erasure: string
  /** `table.column`. */
  readonly columns: readonly string[]
}

/** The columns that say something of people, by what is done with them; subject by subject. */
export function activities(): Activity[] {
  const found = new Map<Treatment, { activity: Activity; columns: string[] }>()
  for (const [table, columns] of Object.entries(dataMap))
    for (const [column, treatment] of Object.entries(columns as Record<string, Treatment>)) {
      if (!('subject' in treatment)) continue
      const place = `${table}.${column}`
      const known = found.get(treatment)
      if (known) known.columns.push(place)
      else found.set(treatment, entryOf(treatment, place))
    }
  const order = Object.values<string>(subjects)
  return [...found.values()]
    .map(({ activity }) => activity)
    .sort((a, b) => order.indexOf(a.subject) - order.indexOf(b.subject) || a.purpose.localeCompare(b.purpose))
}

function entryOf(treatment: Extract<Treatment, { subject: string }>, place: string) {
  const { months, name } = retentionKinds[treatment.retention]
  const columns = [place]
  const activity: Activity = {
    subject: subjects[treatment.subject],
    purpose: treatment.purpose,
    sensitive: treatment.class === 'sensitive',
    mask: masks[treatment.mask],
    kept: months === null ? `${name}：长期` : `${name}：${months} 个月`,
    erasure: erasures[treatment.erasure],
    columns,
  }
  return { activity, columns }
}
