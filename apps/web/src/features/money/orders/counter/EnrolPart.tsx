import { businessDayOf } from '@drivesim/contract/businessDay'
import { studentErrors } from '@drivesim/contract/people/students/studentShapes'
import { students } from '@drivesim/contract/people/students/students'
import { privacyErrors } from '@drivesim/contract/privacy/privacyErrors'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'
import { useQuery } from '@tanstack/react-query'
import { App, Button, Segmented } from 'antd'
import { type RefObject, useState } from 'react'
import { query, useChange } from '../../../../api/query.ts'
import { serverNow } from '../../../../api/serverClock.ts'
import { StudentFields } from '../../../../parts/StudentFields.tsx'
import { StudentPicker } from '../../../../parts/StudentPicker.tsx'
import { useCan } from '../../../../ui/Can.tsx'
import { PartForm } from '../../../../ui/form/PartForm.tsx'
import styles from './counter.module.css'

interface Props {
  ready: boolean
  touched: RefObject<boolean>
  /** Where a new student enrols, if that is known. */
  schoolId: number | undefined
  /** Who is served. */
  onKnown: (studentId: number) => void
}

const refusedAt = {
  [studentErrors.studentTaken.code]: 'userPhone',
  [studentErrors.idNumberTaken.code]: 'idNumber',
  [privacyErrors.consentMissing.code]: 'consent',
  [privacyErrors.guardianMissing.code]: 'consent',
}

/** 报名: a new student, or one who is known. */
export function EnrolPart({ ready, touched, schoolId, onKnown }: Props) {
  const mayEnrol = useCan('student:edit')
  const [kind, setKind] = useState<'new' | 'known'>(mayEnrol ? 'new' : 'known')
  return (
    <>
      {mayEnrol && (
        <Segmented
          className={styles.who ?? ''}
          aria-label="为谁办理"
          options={[
            { value: 'new', label: '新学员' },
            { value: 'known', label: '已有学员' },
          ]}
          value={kind}
          onChange={setKind}
        />
      )}
      <Lately onKnown={onKnown} />
      {kind === 'new' ? (
        <NewStudent ready={ready} touched={touched} schoolId={schoolId} onKnown={onKnown} />
      ) : (
        <StudentPicker
          aria-label="学员"
          value={undefined}
          onChange={picked => picked !== undefined && onKnown(picked)}
        />
      )}
    </>
  )
}

/** Who enrolled today, and may have been left half-way. */
function Lately({ onKnown }: Pick<Props, 'onKnown'>) {
  const today = businessDayOf(serverNow())
  const { data } = useQuery(query(students.list, { beginDate: today, pageSize: 5 }, { quiet: true }))
  const rows = data?.dataList ?? []
  if (rows.length === 0) return null
  return (
    <section className={styles.lately} aria-label="今天报名的学员">
      <span className="ui-quiet">今天报名</span>
      {rows.map(({ userId, userName }) => (
        <Button key={userId} size="small" onClick={() => onKnown(userId)}>
          {userName}
        </Button>
      ))}
    </section>
  )
}

/** What counts and shows students. */
const enrolReads = [students.list, students.info, organisations.schoolPage, organisations.schoolInfo]

function NewStudent({ ready, touched, schoolId, onKnown }: Props) {
  const { message } = App.useApp()
  const add = useChange(students.add, { invalidates: enrolReads, quiet: true })
  return (
    <PartForm
      title="办理 报名"
      submitText="报名"
      schema={students.add.input}
      initial={{ schoolId }}
      loading={add.isPending}
      submitError={add.error}
      refusedAt={refusedAt}
      ready={ready}
      touched={touched}
      onSubmit={async values => {
        const { userId } = await add.mutateAsync(values)
        message.success(`学员“${values.userName}”已报名`)
        onKnown(userId)
      }}
    >
      <div className="ui-form-wide">
        <StudentFields />
      </div>
    </PartForm>
  )
}
