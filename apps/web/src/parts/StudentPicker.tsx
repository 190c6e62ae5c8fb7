import type { StudentRow } from '@drivesim/contract/studentShapes'
import { students } from '@drivesim/contract/students'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { query } from '../api/query.ts'
import { clearable } from '../ui/clearable.tsx'
import { useSettled } from '../ui/useSettled.ts'
import { gearName } from './gearTypes.ts'
import type { PickerProps } from './picker.ts'

/** Students found by name, initials or phone; what tells two of one name apart stands beside them. */
export function StudentPicker({ value, onChange, ...rest }: PickerProps) {
  const [typed, setTyped] = useState('')
  const paramValue = useSettled(typed.trim())
  const found = useQuery({ ...query(students.list, { paramValue }), placeholderData: keepPreviousData })
  const chosen = useQuery({
    ...query(students.info, { userId: value ?? 0 }, { quiet: true }),
    enabled: value !== undefined,
  }).data?.base
  const rows = found.data?.dataList ?? []
  const shown = chosen === undefined || rows.some(({ userId }) => userId === chosen.userId) ? [] : [chosen]
  return (
    <Select
      {...rest}
      className="ui-wide"
      placeholder="输入姓名、首字母、手机号或尾号 4 位"
      showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
      notFoundContent={found.isFetching ? '正在查找' : '没有找到，请换个词试试'}
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

const optionOf = ({ userId, userName, userPhone, schoolName, gearType }: StudentRow) => ({
  value: userId,
  label: `${userName} · ${userPhone} · ${schoolName} · ${gearName(gearType)}`,
})
