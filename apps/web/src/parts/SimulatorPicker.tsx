import type { SimulatorRow } from '@drivesim/contract/deviceShapes'
import { devices } from '@drivesim/contract/devices'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '../api/query.ts'
import { FoundPicker, useTyped } from './FoundPicker.tsx'
import type { PickerProps } from './picker.ts'

/** A simulator, found by its number; its place stands beside it. */
export function SimulatorPicker(props: PickerProps) {
  const typing = useTyped()
  const { value } = props
  const found = useQuery({
    ...query(devices.list, { simulatorNum: typing.asked, pageSize: 20 }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const info = useQuery({
    ...query(devices.baseInfo, { simulatorId: value ?? 0 }, { quiet: true }),
    enabled: value !== undefined,
  })
  const chosen = info.data
  const rows = found.data?.dataList ?? []
  const shown =
    chosen === undefined || rows.some(({ simulatorId }) => simulatorId === chosen.simulatorId) ? [] : [chosen]
  return (
    <FoundPicker
      {...props}
      typing={typing}
      options={[...shown, ...rows].map(optionOf)}
      found={found}
      chosenPending={info.isLoading}
      placeholder="输入设备编号的一部分"
      nothing="没有找到，请换个编号试试"
    />
  )
}

const optionOf = ({ simulatorId, simulatorName, simulatorNum, organName, classroomName }: SimulatorRow) => ({
  value: simulatorId,
  label: `${simulatorName} · ${simulatorNum} · ${organName} · ${classroomName}`,
})
