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
import { factsOf } from '../../../ui/list/columnsOf.tsx'
import { HeadActions } from '../../../ui/list/RowActions.tsx'
import { PageAnchors } from '../../../ui/PageAnchors.tsx'
import { PageHead, Panel } from '../../../ui/PageHead.tsx'
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx'
import { Enrolments, type Student } from './Enrolments.tsx'
import { EnrolmentTag } from './EnrolmentTag.tsx'
import { Note } from './NoteForm.tsx'
import { PrintReport } from './PrintReport.tsx'
import { Tags } from './Tags.tsx'
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
      <PageAnchors
        label="学员的内容"
        parts={[
          { name: 'base', title: '基本信息', content: <Base student={student} /> },
          { name: 'note', title: '备注', content: <Note student={student} /> },
          {
            name: 'enrolments',
            title: '报名记录',
            content: <Enrolments enrolments={student.enrolments} />,
          },
          ...sections.map(section => ({
            name: section.name,
            title: section.title,
            content: <SectionContent section={section} given={{ userId, userName: student.userName }} />,
          })),
          { name: 'comments', title: '评论', content: <CommentsPanel kind="student" subjectId={userId} /> },
        ]}
      />
      {actions.dialogs}
    </div>
  )
}

function Base({ student }: { student: Student }) {
  return (
    <Panel title="基本信息">
      <Facts
        items={[
          ...factsOf(studentList, student, [
            'userPhone',
            'idNumber',
            'balance',
            'remainingMinutes',
            'lastTrainedOn',
            'coachName',
          ]),
          ['标签', student.tags.length > 0 ? <Tags key="tags" tags={student.tags} /> : null],
        ]}
      />
    </Panel>
  )
}
