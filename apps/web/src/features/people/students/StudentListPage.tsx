import { PlusOutlined, SolutionOutlined } from '@ant-design/icons'
import { students } from '@drivesim/contract/people/students/students'
import { Can } from '../../../ui/Can.tsx'
import { FormButton } from '../../../ui/FormButton.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import { studentColumns, studentPath } from './columns.tsx'
import { studentFilters } from './filters.tsx'
import { ImportButton } from './import/ImportButton.tsx'
import { useStudentActions } from './useStudentActions.tsx'

/** 学员列表. */
export default function StudentListPage() {
  const actions = useStudentActions()
  const { serve } = actions
  return (
    <>
      <ListPage
        name="students"
        title="学员列表"
        endpoint={students.list}
        exportEndpoint={students.export}
        rowKey={row => row.userId}
        columns={studentColumns}
        recordPath={studentPath}
        filters={studentFilters}
        {...(actions.any && { actions: actions.of })}
        toolbar={
          <>
            {serve !== undefined && (
              <FormButton type="primary" icon={<SolutionOutlined />} act="counter" onPress={() => serve()}>
                办理
              </FormButton>
            )}
            <Can code="student:edit">
              <FormButton icon={<PlusOutlined />} act="add" onPress={actions.add}>
                新增学员
              </FormButton>
              <ImportButton />
            </Can>
          </>
        }
        empty={{ title: '还没有学员', hint: '点击“新增学员”登记一名，或用“导入学员”登记整个文件' }}
      />
      {actions.dialogs}
    </>
  )
}
