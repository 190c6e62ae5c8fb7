import { PlusOutlined } from '@ant-design/icons'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'
import { usePlatformOnly } from '../../../parts/platform.ts'
import { schoolPath } from '../../../parts/SchoolLink.tsx'
import { Can } from '../../../ui/Can.tsx'
import { FormButton } from '../../../ui/FormButton.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import { schoolColumns } from './columns.tsx'
import { organisationFilters } from './filters.tsx'
import { useOrganisationActions } from './useOrganisationActions.tsx'

/** 驾校管理. */
export default function SchoolListPage() {
  const { ofSchool, open, dialogs } = useOrganisationActions()
  const reason = usePlatformOnly('驾校名录')
  return (
    <>
      <ListPage
        name="schools"
        title="驾校列表"
        endpoint={organisations.schoolPage}
        exportEndpoint={organisations.schoolExport}
        rowKey={row => row.organizationId}
        columns={schoolColumns}
        recordPath={row => schoolPath(row.organizationId)}
        filters={organisationFilters}
        actions={ofSchool}
        toolbar={
          <Can code="organ:edit">
            <FormButton
              type="primary"
              icon={<PlusOutlined />}
              reason={reason}
              act={reason === undefined ? null : 'add'}
              onPress={() => open({ kind: 'addSchool' })}
            >
              新增驾校
            </FormButton>
          </Can>
        }
        empty={{ title: '还没有驾校', hint: '点击“新增驾校”登记第一所驾校' }}
      />
      {dialogs}
    </>
  )
}
