import type { FoundSimulator } from '@drivesim/contract/devices/devices/deviceFinding'
import { devices } from '@drivesim/contract/devices/devices/devices'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '../api/query.ts'
import { deviceLine } from './deviceWords.ts'
import { FoundPicker, useTyped } from './FoundPicker.tsx'
import type { PickerProps } from './picker.ts'

/** A simulator, found by whatever it is called: plate, seat, number, classroom, or who trains in it at the moment. */
export function SimulatorPicker(props: PickerProps) {
  const typing = useTyped()
  const { value } = props
  const found = useQuery({
    ...query(devices.find, { paramValue: typing.asked }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const info = useQuery({
    ...query(devices.baseInfo, { simulatorId: value ?? 0 }, { quiet: true }),
    enabled: value !== undefined,
  })
  const chosen = info.data
  const rows = found.data ?? []
  const shown =
    chosen === undefined || rows.some(({ simulatorId }) => simulatorId === chosen.simulatorId)
      ? []
      : [{ ...chosen, student: null }]
  return (
    <FoundPicker
      {...props}
      typing={typing}
      options={[...shown, ...rows].map(optionOf)}
      found={found}
      chosenPending={info.isLoading}
      placeholder="车牌号、座位、教室、学员或设备编号"
      nothing="没有找到，请换个说法试试，如 02号 或教室名称"
    />
  )
}

const optionOf = ({ student, ...simulator }: FoundSimulator) => ({
  value: simulator.simulatorId,
  label: deviceLine(simulator, student === null ? undefined : `${student} 训练中`),
})
