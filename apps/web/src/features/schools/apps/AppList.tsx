import { type AppRow, appList } from '@drivesim/contract/schools/apps/appShapes'
import { apps } from '@drivesim/contract/schools/apps/apps'
import { useNavigate } from 'react-router'
import { pagesOfApp } from '../../../parts/AppFrame.tsx'
import { SchoolLink } from '../../../parts/SchoolLink.tsx'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter, RowAction } from '../../../ui/list/types.ts'

const columns = columnsOf(appList, {
  schoolName: row => <SchoolLink organizationId={row.schoolId} name={row.schoolName} />,
})

const filters: Filter<'paramValue'>[] = [
  { name: 'paramValue', label: '驾校', kind: 'text', hint: '名称的一部分' },
]

/** The schools with their app. */
export function AppList() {
  const navigate = useNavigate()
  const actions = ({ schoolId }: AppRow): RowAction[] =>
    Object.values(pagesOfApp).map(({ title, path }) => ({
      label: title,
      onAct: () => void navigate(`${path}${schoolId}`),
    }))
  return (
    <ListPage
      name="apps"
      title="应用列表"
      endpoint={apps.list}
      exportEndpoint={apps.export}
      rowKey={row => row.schoolId}
      columns={columns}
      filters={filters}
      actions={actions}
      empty={{ title: '还没有驾校', hint: '在驾校管理中登记驾校后，就可以配置它的应用' }}
    />
  )
}
