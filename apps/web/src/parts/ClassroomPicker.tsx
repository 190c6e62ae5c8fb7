import { organisations } from '@drivesim/contract/schools/organisations/organisations'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { query } from '../api/query.ts'
import { clearableIn } from '../ui/clearable.tsx'
import { labelOrGone, nothingToChoose } from '../ui/options.ts'
import type { PickerProps } from './picker.ts'
import { usePreset } from './usePreset.ts'

/** Classrooms of one organisation, or of the whole scope while none is chosen. */
export function ClassroomPicker({
  innerLabel,
  value,
  onChange,
  organId,
  ...rest
}: PickerProps & { organId: number | undefined }) {
  const list = useQuery(query(organisations.classroomsOfOrganisation, { organId }))
  usePreset({ ...rest, value, onChange, choices: list.data?.map(({ roomId }) => roomId) })
  return (
    <Select
      {...rest}
      className="ui-wide"
      prefix={innerLabel && <span className="ui-inner-label">{innerLabel}</span>}
      placeholder={innerLabel === undefined ? '请选择教室' : '全部'}
      notFoundContent={nothingToChoose(list, '该机构还没有教室')}
      loading={list.isPending}
      labelRender={labelOrGone(list.isPending)}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear={clearableIn(rest)}
      value={value ?? null}
      options={(list.data ?? []).map(room => ({ value: room.roomId, label: room.roomName }))}
      onChange={(picked: number | undefined) => onChange?.(picked)}
    />
  )
}
