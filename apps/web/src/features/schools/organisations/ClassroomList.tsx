import { PlusOutlined } from '@ant-design/icons'
import { classroomList } from '@drivesim/contract/schools/organisations/organisationShapes'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'
import { useSearchParams } from 'react-router'
import { EnabledTag } from '../../../parts/EnabledTag.tsx'
import { Can } from '../../../ui/Can.tsx'
import { FormButton } from '../../../ui/FormButton.tsx'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { FilterSelect } from '../../../ui/list/FilterSelect.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter, FilterControl } from '../../../ui/list/types.ts'
import { usePlaces } from './ClassroomForm.tsx'
import { stateFilter } from './filters.tsx'
import { useClassroomActions } from './useClassroomActions.tsx'

const columns = columnsOf(classroomList, {
  state: row => <EnabledTag enabled={row.state === 'enabled'} />,
  hours: row => (
    <span className="ui-digits">
      {row.opensAt} – {row.closesAt}
    </span>
  ),
})

interface Props {
  organizationId: number
  /** Within the page of the school, under this name. */
  embedded?: string
}

/** The classrooms of a school, its service points' too. */
export function ClassroomList({ organizationId, embedded }: Props) {
  const [search] = useSearchParams()
  const place = search.get(embedded === undefined ? 'organId' : `${embedded}.organId`)?.trim()
  const { of, add, dialogs } = useClassroomActions(organizationId)
  const filters: Filter<'paramValue' | 'organId' | 'state'>[] = [
    { name: 'paramValue', label: '教室', kind: 'text', hint: '名称或地址的一部分' },
    {
      name: 'organId',
      label: '服务点',
      kind: 'picker',
      render: control => <PlaceFilter {...control} schoolId={organizationId} />,
    },
    stateFilter,
  ]
  return (
    <>
      <ListPage
        name="classrooms"
        {...(embedded !== undefined && { embedded })}
        title="教室列表"
        endpoint={organisations.classroomPage}
        exportEndpoint={organisations.classroomExport}
        // The whole school's, unless one of its places is asked for.
        fixed={place ? {} : { organId: organizationId }}
        rowKey={row => row.roomId}
        columns={columns}
        filters={filters}
        {...(of && { actions: of })}
        toolbar={
          <Can code="organ:edit">
            <FormButton type="primary" icon={<PlusOutlined />} act="add" onPress={add}>
              新增教室
            </FormButton>
          </Can>
        }
        empty={{ title: '还没有教室', hint: '点击“新增教室”，之后把设备登记到教室里' }}
      />
      {dialogs}
    </>
  )
}

/** One service point of the school. */
function PlaceFilter({ schoolId, ...control }: FilterControl & { schoolId: number }) {
  const points = usePlaces(schoolId).filter(({ organizationId }) => organizationId !== schoolId)
  const options = points.map(({ organizationId, name }) => ({ value: organizationId, label: name }))
  return <FilterSelect {...control} options={options} searched />
}
