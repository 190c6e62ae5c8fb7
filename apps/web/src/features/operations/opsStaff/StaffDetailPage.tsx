import {
  componentsOf,
  namesIn,
  type OpsStaffRow,
  opsStaff,
  opsStaffList,
} from '@drivesim/contract/operations/opsStaff'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { query } from '../../../api/query.ts'
import { useRecordName } from '../../../app/tabs/recordName.ts'
import { SectionContent } from '../../../parts/SectionContent.tsx'
import { useSections } from '../../../parts/sections.ts'
import { Can } from '../../../ui/Can.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { number } from '../../../ui/format.ts'
import { KeyFigure } from '../../../ui/KeyFigure.tsx'
import { PageHead, Panel } from '../../../ui/PageHead.tsx'
import { RecordPage } from '../../../ui/record/RecordPage.tsx'
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx'
import { donePath, inTime, loadPath, meanTime, StaffTag } from './columns.tsx'
import { StaffForm } from './StaffForm.tsx'

/** 运维人员详情 of `?userId=`. */
export default function StaffDetailPage() {
  return (
    <RecordPage name="userId" what="运维人员" list="/operation/operationMember">
      {memberId => <StaffDetail key={memberId} memberId={memberId} />}
    </RecordPage>
  )
}

function StaffDetail({ memberId }: { memberId: number }) {
  const detail = useQuery(query(opsStaff.info, { memberId }, { quiet: true }))
  useRecordName(detail.data?.name)
  if (detail.error !== null) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
  if (detail.data === undefined) return <PageSkeleton panels={[100, 180]} />
  return <StaffContent staff={detail.data} />
}

const words = opsStaffList.columns

function StaffContent({ staff }: { staff: OpsStaffRow }) {
  const [editing, setEditing] = useState(false)
  const sections = useSections('opsMemberDetail')
  const { memberId, name } = staff
  return (
    <div className="ui-page">
      <PageHead
        title={name}
        tag={<StaffTag {...staff} />}
        facts={
          <>
            <span>{staff.account}</span>
            {staff.phone !== null && <span className="ui-digits">{staff.phone}</span>}
            {staff.homeCityName !== null && <span>常驻 {staff.homeCityName}</span>}
          </>
        }
        actions={
          <Can code="ops:dispatch">
            <Button type="primary" onClick={() => setEditing(true)}>
              编辑
            </Button>
          </Can>
        }
      />
      <section className="ui-figures" aria-label="工单情况">
        <KeyFigure
          label={words.load.word}
          value={
            <>
              {number(staff.load)} <small>/ {number(staff.capacity)}</small>
            </>
          }
          to={loadPath(memberId)}
        />
        <KeyFigure label={words.done.word} value={number(staff.done)} to={donePath(memberId)} />
        <KeyFigure label={words.mttr.word} value={meanTime(staff.mttrSeconds) ?? '—'} />
        <KeyFigure label={words.inTime.word} value={inTime(staff.inTimeBp) ?? '—'} />
      </section>
      <Panel title="派单范围">
        <Facts
          items={[
            [words.organs.word, namesIn(staff.organs)],
            [words.componentKinds.word, componentsOf(staff)],
            [words.awayUntil.word, staff.awayUntil],
          ]}
        />
      </Panel>
      {sections.map(section => (
        <SectionContent key={section.name} section={section} given={{ memberId }} />
      ))}
      {editing && <StaffForm staff={staff} onClosed={() => setEditing(false)} />}
    </div>
  )
}
