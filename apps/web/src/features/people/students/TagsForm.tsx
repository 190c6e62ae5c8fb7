import type { StudentRow } from '@drivesim/contract/people/students/studentShapes'
import { students } from '@drivesim/contract/people/students/students'
import { useChange } from '../../../api/query.ts'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { useUndo } from '../../../ui/useUndo.tsx'
import { TagsInput } from './markPickers.tsx'
import { studentReads } from './reads.ts'

/** Offers 撤销 after an act that changed nothing but a student's tags; they come back as they were. */
export function useTagsUndo(): (before: StudentRow) => void {
  const putBack = useChange(students.tag, { invalidates: studentReads })
  const offerUndo = useUndo()
  return ({ userId, userName, version, tags }) => {
    // The act wrote the student once, so that the version is the next one.
    const back = { userId, version: version + 1, tags }
    offerUndo({ done: `已修改“${userName}”的标签`, undo: () => putBack.mutateAsync(back) })
  }
}

/** 修改标签 of one student. */
export function EditTags({ student, onClosed }: { student: StudentRow; onClosed: () => void }) {
  const { userId, userName, schoolId, version, tags } = student
  const put = useChange(students.tag, { invalidates: studentReads, quiet: true })
  const offerUndo = useTagsUndo()
  return (
    <DrawerForm
      title={`修改标签 ${userName}`}
      submitText="保存"
      schema={students.tag.input}
      initial={{ userId, version, tags }}
      loading={put.isPending}
      submitError={put.error}
      onSubmit={async values => {
        await put.mutateAsync(values)
        if (tagsDiffer(student, values)) offerUndo(student)
      }}
      onClosed={onClosed}
    >
      <Field name="tags" help="每个最多 20 个字，最多 10 个">
        <TagsInput schoolId={schoolId} />
      </Field>
    </DrawerForm>
  )
}

interface Tagged {
  readonly version?: number | undefined
  readonly tags?: readonly string[] | undefined
}

/** Whether other tags were saved over those that one saw; what somebody saved in between is not there to come back. */
export const tagsDiffer = (before: StudentRow, saved: Tagged) =>
  saved.version === before.version &&
  saved.tags !== undefined &&
  saved.tags.join('、') !== before.tags.join('、')
