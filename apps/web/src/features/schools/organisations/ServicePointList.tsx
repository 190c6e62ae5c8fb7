import { PlusOutlined } from '@ant-design/icons'
import { deviceErrors } from '@drivesim/contract/devices/devices/deviceShapes'
import type { OrganisationRow } from '@drivesim/contract/schools/organisations/organisationShapes'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'
import { ActButton } from '../../../ui/ActButton.tsx'
import { Can } from '../../../ui/Can.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import { servicePointColumns } from './columns.tsx'
import { organisationFilters } from './filters.tsx'
import { useOrganisationActions } from './useOrganisationActions.tsx'

interface Props {
  school: OrganisationRow
  /** Within the page of the school, under this name. */
  embedded?: string
}

/** The service points of a school. */
export function ServicePointList({ school, embedded }: Props) {
  const { organizationId: schoolId } = school
  const { ofPoint, open, dialogs } = useOrganisationActions()
  return (
    <>
      <ListPage
        name="servicePoints"
        {...(embedded !== undefined && { embedded })}
        title="服务点列表"
        endpoint={organisations.servicePointPage}
        exportEndpoint={organisations.servicePointExport}
        fixed={{ schoolId }}
        rowKey={row => row.organizationId}
        columns={servicePointColumns(schoolId, row => open({ kind: 'below', ...row }))}
        filters={organisationFilters}
        actions={ofPoint}
        toolbar={
          <Can code="organ:edit">
            <ActButton
              type="primary"
              icon={<PlusOutlined />}
              reason={
                school.state === 'disabled' ? deviceErrors.organisationDisabled.sentence(school.name) : null
              }
              onClick={() => open({ kind: 'addPoint', school })}
            >
              新增服务点
            </ActButton>
          </Can>
        }
        empty={{ title: '还没有服务点', hint: '点击“新增服务点”登记驾校的第一个服务点' }}
      />
      {dialogs}
    </>
  )
}
