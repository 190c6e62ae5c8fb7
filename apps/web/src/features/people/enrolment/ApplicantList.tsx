import { enrolment, enrolmentBulk } from '@drivesim/contract/people/enrolment/enrolment'
import {
  type ApplicantRow,
  applicantList,
  applicationStates,
} from '@drivesim/contract/people/enrolment/enrolmentShapes'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAsksConsent } from '../../../parts/ConsentCheck.tsx'
import { ofSchool, schoolFilter } from '../../../parts/schoolFilter.ts'
import { selectionOf, useBulk } from '../../../parts/useBulk.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter, SelectedRows } from '../../../ui/list/types.ts'
import { optionsOf } from '../../../ui/options.ts'
import { AcceptMany, acceptConsequence, acceptVerb } from './DecisionForms.tsx'
import { applicantReads } from './reads.ts'
import { ApplicationTag } from './tags.tsx'
import { useApplicantActions } from './useApplicantActions.tsx'

const columns = columnsOf(applicantList, {
  // Whom confirming made a student has a page.
  name: row =>
    row.userId === null ? (
      row.name
    ) : (
      <Link to={`/student/studentDetail?userId=${row.userId}`}>{row.name}</Link>
    ),
  state: row => <ApplicationTag state={row.state} />,
})

const filters: Filter<'paramValue' | 'schoolId' | 'state'>[] = [
  { name: 'paramValue', label: '学员', kind: 'text', hint: '姓名、完整手机号或尾号 4 位' },
  schoolFilter,
  {
    name: 'state',
    label: '状态',
    kind: 'select',
    options: optionsOf(applicationStates),
  },
]

interface Accepting {
  readonly selected: SelectedRows<ApplicantRow>
  readonly onStarted: () => void
}

interface Props {
  /** Of the school that the address asks for, or of all. */
  schoolId: number | undefined
  /** Within the page of this school. */
  embedded?: true
}

/** Who applied at a school, or at all. */
export function ApplicantList({ schoolId, embedded }: Props) {
  const { of, dialogs } = useApplicantActions()
  const bulk = useBulk(applicantReads)
  const asksConsent = useAsksConsent()
  const [accepting, accept] = useState<Accepting | null>(null)
  const confirmAll = (selected: SelectedRows<ApplicantRow>, onStarted: () => void) =>
    asksConsent
      ? accept({ selected, onStarted })
      : bulk.ask({
          kind: enrolmentBulk.confirm,
          selection: selectionOf(selected, ({ id }) => id),
          input: {},
          verb: acceptVerb,
          consequence: acceptConsequence,
          onStarted,
        })
  const all = { columns, filters }
  const list = embedded && schoolId !== undefined ? ofSchool('applicants', schoolId, all) : all
  return (
    <>
      <ListPage
        name="applicants"
        title="招生学员列表"
        endpoint={enrolment.applicants}
        exportEndpoint={enrolment.applicantExport}
        rowKey={row => row.id}
        {...list}
        {...(of && { actions: of })}
        {...(bulk.may(enrolmentBulk.confirm) && {
          actsOnAll: true,
          selected: (selected: SelectedRows<ApplicantRow>, clear: () => void) => (
            <Button onClick={() => confirmAll(selected, clear)}>确认报名</Button>
          ),
        })}
        empty={{ title: '还没有人报名', hint: '学员在应用里按招生配置报名后会出现在这里' }}
      />
      {dialogs}
      {accepting !== null && <AcceptMany {...accepting} onClosed={() => accept(null)} />}
    </>
  )
}
