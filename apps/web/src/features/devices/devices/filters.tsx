import {
  connectedWords,
  type simulatorFilter,
  simulatorStates,
} from '@drivesim/contract/devices/devices/deviceShapes'
import { ClassroomPicker } from '../../../parts/ClassroomPicker.tsx'
import { asNumber, asText } from '../../../parts/numbers.ts'
import { OrganisationPicker } from '../../../parts/OrganisationPicker.tsx'
import { pickerControl } from '../../../parts/pickerControl.tsx'
import { stateOrder } from '../../../parts/SimulatorState.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { optionsOf } from '../../../ui/options.ts'

/** Filters of the device list (spec §3 "Simulator list filter"). */
export const simulatorFilters: Filter<keyof typeof simulatorFilter>[] = [
  // First, since people call a simulator by its plate.
  { name: 'carNum', label: '车牌号', kind: 'text', hint: '车牌号的一部分' },
  { name: 'simulatorNum', label: '设备编号', kind: 'text', hint: '编号的一部分' },
  {
    name: 'organId',
    label: '机构',
    kind: 'picker',
    clears: ['roomId'],
    render: pickerControl(OrganisationPicker),
  },
  {
    name: 'roomId',
    label: '教室',
    kind: 'picker',
    reads: ['organId'],
    render: ({ id, label, value, values, onChange }) => (
      <ClassroomPicker
        id={id}
        aria-label={label}
        innerLabel={label}
        organId={asNumber(values.organId)}
        value={asNumber(value)}
        onChange={picked => onChange(asText(picked))}
      />
    ),
  },
  {
    name: 'stateId',
    label: '状态',
    kind: 'select',
    options: stateOrder.map(state => ({ value: state, label: simulatorStates[state] })),
  },
  { name: 'simulatorName', label: '设备名称', kind: 'text', hint: '名称的一部分', more: true },
  {
    name: 'connected',
    label: '接入',
    kind: 'select',
    options: optionsOf(connectedWords),
    more: true,
  },
]
