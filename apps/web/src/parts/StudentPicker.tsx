import type { StudentRow } from '@drivesim/contract/people/students/studentShapes'
import { students } from '@drivesim/contract/people/students/students'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '../api/query.ts'
import { FoundPicker, useTyped } from './FoundPicker.tsx'
import { gearName } from './gearTypes.ts'
import type { PickerProps } from './picker.ts'

/** Students found by name, initials or phone, with details that tell namesakes apart. */
export function StudentPicker(props: PickerProps) {
  const typing = useTyped()
  const { value } = props
  const found = useQuery({
    ...query(students.list, { paramValue: typing.asked }),
    placeholderData: keepPreviousData,
  })
  const info = useQuery({
    ...query(students.info, { userId: value ?? 0 }, { quiet: true }),
    enabled: value !== undefined,
  })
  const chosen = info.data?.base
  const rows = found.data?.dataList ?? []
  const shown = chosen === undefined || rows.some(({ userId }) => userId === chosen.userId) ? [] : [chosen]
  return (
    <FoundPicker
      {...props}
      typing={typing}
      options={[...shown, ...rows].map(optionOf)}
      found={found}
      chosenPending={info.isLoading}
      placeholder="输入姓名、首字母、手机号或尾号 4 位"
      nothing="没有找到，请换个词试试"
    />
  )
}

const optionOf = ({ userId, userName, userPhone, schoolName, gearType }: StudentRow) => ({
  value: userId,
  label: `${userName} · ${userPhone} · ${schoolName} · ${gearName(gearType)}`,
})
