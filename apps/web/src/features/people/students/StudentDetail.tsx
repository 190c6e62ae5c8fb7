import { studentList } from '@drivesim/contract/people/students/studentShapes'
import { students } from '@drivesim/contract/people/students/students'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { useRecordName } from '../../../app/tabs/recordName.ts'
import { CommentsPanel } from '../../../parts/comments/Comments.tsx'
import { gearName } from '../../../parts/gearTypes.ts'
import { useObjectLog } from '../../../parts/objectLog.tsx'
import { SchoolLink } from '../../../parts/SchoolLink.tsx'
import { SectionContent } from '../../../parts/SectionContent.tsx'
import { useSections } from '../../../parts/sections.ts'
import { DateTime } from '../../../ui/DateTime.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { duration } from '../../../ui/format.ts'
import { factsOf } from '../../../ui/list/columnsOf.tsx'
import { HeadActions } from '../../../ui/list/RowActions.tsx'
import { PageHead, Panel } from '../../../ui/PageHead.tsx'
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx'
import { Enrolments } from './Enrolments.tsx'
import { EnrolmentTag } from './EnrolmentTag.tsx'
import { PrintReport } from './PrintReport.tsx'
import { useStudentActions } from './useStudentActions.tsx'

/** A student: who they are, how they learn, what they trained and what they say. */
export function StudentDetail({ userId }: { userId: number }) {
  const detail = useQuery(query(students.info, { userId }, { quiet: true }))
  const actions = useStudentActions()
  const log = useObjectLog('student', userId)
  const sections = useSections('studentDetail')
  useRecordName(detail.data?.base?.userName)
  if (detail.error !== null) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
  if (detail.data?.base === undefined) return <PageSkeleton panels={[180, 320]} />
  const student = detail.data.base
  return (
    <div className="ui-page">
      <PageHead
        title={student.userName}
        tag={<EnrolmentTag state={student.state} />}
        facts={
          <>
            <SchoolLink organizationId={student.schoolId} name={student.schoolName} />
            <span>{gearName(student.gearType)}</span>
            <span>
              报名于 <DateTime at={student.registeredAt} />
            </span>
          </>
        }
        actions={
          <>
            <PrintReport student={student} />
            <HeadActions actions={actions.of(student)} more={log} />
          </>
        }
      />
      <Panel title="基本信息">
        <Facts
          items={[
            ...factsOf(studentList, student, ['userPhone', 'idNumber']),
            ['剩余时长', duration((student.enrolments[0]?.remainingMinutes ?? 0) * 60)],
          ]}
        />
      </Panel>
      <Enrolments enrolments={student.enrolments} />
      {sections.map(section => (
        <SectionContent key={section.name} section={section} given={{ userId, userName: student.userName }} />
      ))}
      <CommentsPanel kind="student" subjectId={userId} />
      {actions.dialogs}
    </div>
  )
}
