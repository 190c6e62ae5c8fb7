import { enabledStates } from '@drivesim/contract/enabled'
import { useJoinedAreas } from '../../../parts/areas.ts'
import { FilterSelect } from '../../../ui/list/FilterSelect.tsx'
import type { Filter, FilterControl } from '../../../ui/list/types.ts'
import { optionsOf } from '../../../ui/options.ts'

/** 启用 and 停用. */
export const stateFilter = {
  name: 'state' as const,
  label: '状态',
  kind: 'select' as const,
  options: optionsOf(enabledStates),
}

/** Filters of schools and of service points. */
export const organisationFilters: Filter<'paramValue' | 'provinceId' | 'cityId' | 'state'>[] = [
  { name: 'paramValue', label: '名称', kind: 'text', hint: '名称、联系人或电话' },
  {
    name: 'provinceId',
    label: '省份',
    kind: 'picker',
    clears: ['cityId'],
    render: control => <AreaSelect {...control} />,
  },
  {
    name: 'cityId',
    label: '城市',
    kind: 'picker',
    reads: ['provinceId'],
    render: control => <AreaSelect {...control} province={control.values.provinceId ?? ''} />,
  },
  stateFilter,
]

/** Provinces with schools, or the cities with schools of one province; of all while none is chosen. */
function AreaSelect({ province, ...control }: FilterControl & { province?: string }) {
  const provinces = useJoinedAreas()
  const shown =
    province === undefined
      ? provinces
      : provinces
          ?.filter(({ areaId }) => province === '' || areaId === province)
          .flatMap(({ cities }) => cities)
  const options = shown?.map(({ areaId, name }) => ({ value: areaId, label: name }))
  return <FilterSelect {...control} options={options} searched />
}
