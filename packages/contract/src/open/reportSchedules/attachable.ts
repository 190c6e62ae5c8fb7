import type { Endpoint } from '../../endpoint.ts'
import type { ListColumn } from '../../lists.ts'
import { listsPeople } from '../../paging.ts'

/** What cells of these kinds say is a measure, a time or one of a few words: nothing of a person. */
const plainKinds: ReadonlySet<string> = new Set([
  'number',
  'money',
  'seconds',
  'minutes',
  'percent',
  'time',
  'day',
  'yesNo',
  'choice',
  'choices',
])

/** Other columns: names of schools, rooms, devices and papers, and measures that are drawn by hand. Free text is not among them: it can hold names. */
const plainKeys: ReadonlySet<string> = new Set([
  'area',
  'billNo',
  'bindNum',
  'carNum',
  'checklistName',
  'classroomName',
  'closesAt',
  'codes',
  'componentName',
  'courseName',
  'faultTypeName',
  'firstDay',
  'headsetIp',
  'holderName',
  'left',
  'model',
  'models',
  'moduleName',
  'modules',
  'month',
  'no',
  'offsetBillNo',
  'opensAt',
  'orderNo',
  'organName',
  'organs',
  'parentName',
  'platformBp',
  'rate',
  'refundNo',
  'roomName',
  'schoolName',
  'seconds',
  'side',
  'simulatorName',
  'simulatorNum',
  'simulators',
  'terms',
  'used',
])

const isPlain = (key: string, { kind }: ListColumn) => plainKinds.has(kind) || plainKeys.has(key)

/**
 * Whether a mail may take a file along: no column of it says who somebody is or how they are reached. Any other waits where its
 * reader signs in.
 * @param list the call that lists the same rows
 * @param columns the keys that were asked for; missing: all
 */
export function isAttachable(
  file: Pick<Endpoint, 'stepUp' | 'access'>,
  list: Pick<Endpoint, 'reply' | 'columns'>,
  columns: readonly string[] | undefined,
): boolean {
  if (file.stepUp !== undefined || listsPeople(list) || list.columns === undefined) return false
  if (typeof file.access !== 'string' && file.access.some(code => code.startsWith('system'))) return false
  return Object.entries(list.columns.columns)
    .filter(([key, { only, beside }]) => only !== 'screen' && (columns?.includes(beside ?? key) ?? true))
    .every(([key, column]) => isPlain(key, column))
}
