import { PlusOutlined } from '@ant-design/icons'
import { organisationErrors } from '@drivesim/contract/organisationShapes'
import { organisations } from '@drivesim/contract/organisations'
import { useManagesPlatform } from '../../parts/platform.ts'
import { schoolPath } from '../../parts/SchoolLink.tsx'
import { ActButton } from '../../ui/ActButton.tsx'
import { Can } from '../../ui/Can.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { schoolColumns } from './columns.tsx'
import { organisationFilters } from './filters.tsx'
import { useOrganisationActions } from './useOrganisationActions.tsx'

/** 驾校管理. */
export default function SchoolListPage() {
  const { ofSchool, open, dialogs } = useOrganisationActions()
  const managesPlatform = useManagesPlatform()
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
            <ActButton
              type="primary"
              icon={<PlusOutlined />}
              reason={managesPlatform === false ? organisationErrors.platformOnly.sentence('驾校名录') : null}
              onClick={() => open({ kind: 'addSchool' })}
            >
              新增驾校
            </ActButton>
          </Can>
        }
        empty={{ title: '还没有驾校', hint: '点击“新增驾校”登记第一所驾校' }}
      />
      {dialogs}
    </>
  )
}
