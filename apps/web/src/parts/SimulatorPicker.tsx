import type { SimulatorRow } from '@drivesim/contract/deviceShapes'
import { devices } from '@drivesim/contract/devices'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { query } from '../api/query.ts'
import { clearable } from '../ui/clearable.tsx'
import { useSettled } from '../ui/useSettled.ts'
import type { PickerProps } from './picker.ts'

/** A simulator, found by its number; its place stands beside it. */
export function SimulatorPicker({ value, onChange, ...rest }: PickerProps) {
  const [typed, setTyped] = useState('')
  const simulatorNum = useSettled(typed.trim())
  const found = useQuery({
    ...query(devices.list, { simulatorNum, pageSize: 20 }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const chosen = useQuery({
    ...query(devices.baseInfo, { simulatorId: value ?? 0 }, { quiet: true }),
    enabled: value !== undefined,
  }).data
  const rows = found.data?.dataList ?? []
  const shown =
    chosen === undefined || rows.some(({ simulatorId }) => simulatorId === chosen.simulatorId) ? [] : [chosen]
  return (
    <Select
      {...rest}
      className="ui-wide"
      placeholder="输入设备编号的一部分"
      showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
      notFoundContent={found.isFetching ? '正在查找' : '没有找到，请换个编号试试'}
      loading={found.isFetching}
      allowClear={clearable}
      value={value ?? null}
      options={[...shown, ...rows].map(optionOf)}
      onChange={(picked: number | undefined) => {
        setTyped('')
        onChange?.(picked)
      }}
    />
  )
}

const optionOf = ({ simulatorId, simulatorName, simulatorNum, organName, classroomName }: SimulatorRow) => ({
  value: simulatorId,
  label: `${simulatorName} · ${simulatorNum} · ${organName} · ${classroomName}`,
})
