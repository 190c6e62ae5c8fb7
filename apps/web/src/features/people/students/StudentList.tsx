import { PlusOutlined, SolutionOutlined } from '@ant-design/icons'
import type { StudentRow } from '@drivesim/contract/people/students/studentShapes'
import { students } from '@drivesim/contract/people/students/students'
import { useState } from 'react'
import { ofSchool } from '../../../parts/schoolFilter.ts'
import { Can, useCan } from '../../../ui/Can.tsx'
import { FormButton } from '../../../ui/FormButton.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { SelectedRows } from '../../../ui/list/types.ts'
import { type BulkDialog, BulkForm, SelectedStudents } from './BulkForms.tsx'
import { studentColumns, studentPath } from './columns.tsx'
import { studentFilters } from './filters.tsx'
import { ImportButton } from './import/ImportButton.tsx'
import { useStudentActions } from './useStudentActions.tsx'

/** The students of all schools, or within the page of one. */
export function StudentList({ ofOne }: { ofOne?: number }) {
  const actions = useStudentActions(ofOne)
  const { serve } = actions
  const mayEdit = useCan('student:edit')
  const [bulk, open] = useState<BulkDialog | null>(null)
  const all = { columns: studentColumns, filters: studentFilters(ofOne) }
  return (
    <>
      <ListPage
        name="students"
        title="学员列表"
        endpoint={students.list}
        exportEndpoint={students.export}
        rowKey={row => row.userId}
        recordPath={studentPath}
        {...(ofOne === undefined ? all : ofSchool('students', ofOne, all))}
        {...(actions.any && { actions: actions.of })}
        {...(mayEdit && {
          actsOnAll: true,
          selected: (selected: SelectedRows<StudentRow>, clear: () => void) => (
            <SelectedStudents selected={selected} onOpen={act => open({ act, selected, onStarted: clear })} />
          ),
        })}
        toolbar={
          <>
            {serve !== undefined && (
              <FormButton
                type="primary"
                icon={<SolutionOutlined />}
                act={ofOne === undefined ? 'counter' : null}
                onPress={() => serve(undefined, ofOne)}
              >
                办理
              </FormButton>
            )}
            <Can code="student:edit">
              <FormButton
                type={serve === undefined ? 'primary' : 'default'}
                icon={<PlusOutlined />}
                act={ofOne === undefined ? 'add' : null}
                onPress={actions.add}
              >
                新增学员
              </FormButton>
              {ofOne === undefined && <ImportButton />}
            </Can>
          </>
        }
        empty={{ title: '还没有学员', hint: '点击“新增学员”登记一名，或用“导入学员”登记整个文件' }}
      />
      {actions.dialogs}
      {bulk !== null && <BulkForm {...bulk} ofOne={ofOne} onClosed={() => open(null)} />}
    </>
  )
}
