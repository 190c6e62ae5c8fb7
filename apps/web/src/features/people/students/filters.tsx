import { enrolmentStates } from '@drivesim/contract/people/students/studentShapes'
import { gearOptions } from '../../../parts/gearTypes.ts'
import { schoolFilter } from '../../../parts/schoolFilter.ts'
import { dayControl } from '../../../ui/list/dayControl.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { optionsOf } from '../../../ui/options.ts'
import { coachControl, tagControl } from './markPickers.tsx'

/** Filters of the student list. @param ofOne the school whose list it is, if of one */
export const studentFilters = (
  ofOne?: number,
): Filter<
  'paramValue' | 'schoolId' | 'gearType' | 'state' | 'tag' | 'coachId' | 'beginDate' | 'endDate'
>[] => [
  { name: 'paramValue', label: '学员', kind: 'text', hint: '姓名/首字母/手机/尾号' },
  { ...schoolFilter, clears: ['coachId'] },
  { name: 'gearType', label: '驾照类型', kind: 'select', options: gearOptions },
  {
    name: 'state',
    label: '状态',
    kind: 'select',
    options: optionsOf(enrolmentStates),
  },
  { name: 'tag', label: '标签', kind: 'picker', reads: ['schoolId'], render: tagControl(ofOne) },
  {
    name: 'coachId',
    label: '教练',
    kind: 'picker',
    more: true,
    reads: ['schoolId'],
    render: coachControl(ofOne),
  },
  {
    name: 'beginDate',
    label: '报名从',
    kind: 'date',
    more: true,
    render: dayControl,
    range: { until: 'endDate', of: 'days' },
  },
  { name: 'endDate', label: '报名到', kind: 'date', more: true, render: dayControl },
]
