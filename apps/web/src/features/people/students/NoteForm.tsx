import { students } from '@drivesim/contract/people/students/students'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useChange } from '../../../api/query.ts'
import { Can } from '../../../ui/Can.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { Panel } from '../../../ui/PageHead.tsx'
import type { Student } from './Enrolments.tsx'
import { studentReads } from './reads.ts'
import styles from './students.module.css'

/** 备注: what their school notes, with who wrote it and when. */
export function Note({ student }: { student: Student }) {
  const [editing, edit] = useState(false)
  const { note } = student
  return (
    <Panel
      title="备注"
      extra={
        <Can code="student:edit">
          <Button onClick={() => edit(true)}>{note === null ? '写备注' : '修改备注'}</Button>
        </Can>
      }
    >
      {note === null ? (
        <p className="ui-quiet">还没有备注。</p>
      ) : (
        <>
          <p className={styles.note}>{note.text}</p>
          <span className="ui-quiet">
            {note.by} <DateTime at={note.at} />
          </span>
        </>
      )}
      {editing && <NoteForm student={student} onClosed={() => edit(false)} />}
    </Panel>
  )
}

function NoteForm({
  student: { userId, userName, version, note },
  onClosed,
}: {
  student: Student
  onClosed: () => void
}) {
  const save = useChange(students.note, { invalidates: studentReads, quiet: true })
  return (
    <DrawerForm
      title={`备注 ${userName}`}
      submitText="保存"
      schema={students.note.input}
      initial={{ userId, version, note: note?.text }}
      loading={save.isPending}
      submitError={save.error}
      onSubmit={values => save.mutateAsync(values)}
      onClosed={onClosed}
    >
      <Field name="note" help="清空即删除备注；学员注销时一并删除">
        <Input.TextArea rows={6} maxLength={500} showCount />
      </Field>
    </DrawerForm>
  )
}
