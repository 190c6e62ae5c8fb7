import { mayUse } from '@drivesim/contract/access'
import type { FoundObject, LogObjectKind } from '@drivesim/contract/tools/operationLog/logObjects'
import { logObjects } from '@drivesim/contract/tools/operationLog/logObjects'
import { operationLog } from '@drivesim/contract/tools/operationLog/operationLog'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useHeldCodes } from '../../../api/me.ts'
import { query } from '../../../api/query.ts'
import { FoundPicker, useTyped } from '../../../parts/FoundPicker.tsx'
import { asNumber, asText } from '../../../parts/numbers.ts'
import type { PickerProps } from '../../../parts/picker.ts'
import { SimulatorPicker } from '../../../parts/SimulatorPicker.tsx'
import { StudentPicker } from '../../../parts/StudentPicker.tsx'
import { FilterSelect } from '../../../ui/list/FilterSelect.tsx'
import type { FilterControl } from '../../../ui/list/types.ts'

const isKind = (text: string | undefined): text is LogObjectKind =>
  text !== undefined && Object.hasOwn(logObjects, text)

/** The kinds of records that this person may look up. */
export function KindFilter(control: FilterControl) {
  const heldCodes = useHeldCodes()
  const options = Object.entries(logObjects)
    .filter(([, { access }]) => mayUse(access, heldCodes))
    .map(([value, { label }]) => ({ value, label }))
  return <FilterSelect {...control} options={options} />
}

/** One record of the kind that is chosen beside it. */
export function ObjectFilter({ id, label, value, values, onChange }: FilterControl) {
  const kind = values.objectType
  const props: PickerProps = {
    id,
    'aria-label': label,
    innerLabel: label,
    value: asNumber(value),
    onChange: picked => onChange(asText(picked)),
  }
  if (kind === 'student') return <StudentPicker {...props} />
  if (kind === 'simulator') return <SimulatorPicker {...props} />
  return <ObjectPicker key={kind} {...props} kind={isKind(kind) ? kind : undefined} />
}

/** A record by its name or number; none before its kind is chosen. */
function ObjectPicker({ kind, ...props }: PickerProps & { kind: LogObjectKind | undefined }) {
  const typing = useTyped()
  const { value } = props
  const objectType = kind ?? 'student'
  const found = useQuery({
    ...query(operationLog.objects, { objectType, paramValue: typing.asked }, { quiet: true }),
    placeholderData: keepPreviousData,
    enabled: kind !== undefined,
  })
  const chosenObject = useQuery({
    ...query(operationLog.objects, { objectType, objectId: value ?? 0 }, { quiet: true }),
    enabled: kind !== undefined && value !== undefined,
  })
  const rows = found.data ?? []
  const shown = (chosenObject.data ?? []).filter(
    chosen => !rows.some(row => row.objectId === chosen.objectId),
  )
  return (
    <FoundPicker
      {...props}
      typing={typing}
      options={[...shown, ...rows].map(optionOf)}
      found={found}
      chosenPending={chosenObject.isLoading}
      placeholder={kind === undefined ? '先选对象类型' : '名称或编号'}
      nothing={kind === undefined ? '先选对象类型' : '没有找到，请换个词试试'}
    />
  )
}

const optionOf = ({ objectId, name, note }: FoundObject) => ({
  value: objectId,
  label: note === '' ? name : `${name} · ${note}`,
})
