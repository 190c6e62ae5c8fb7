import {
  type Comparison,
  comparisons,
  isRangePreset,
  rangePresetNames,
  rangePresets,
} from '@drivesim/contract/boardDates'
import { businessDayOf } from '@drivesim/contract/businessDay'
import { Segmented, Select } from 'antd'
import { OrganisationPicker } from '../../parts/OrganisationPicker.tsx'
import { RangePicker } from '../../ui/form/RangePicker.tsx'
import styles from './board.module.css'
import type { ChangeView } from './useView.ts'
import { type View, withDays, withPreset } from './view.ts'

const ownDays = 'own'
const rangeChoices = [
  ...rangePresetNames.map(name => ({ value: name as string, label: rangePresets[name].label as string })),
  { value: ownDays, label: '自选日期' },
]
const comparisonChoices = (['before', 'lastYear', 'none'] as const satisfies readonly Comparison[]).map(
  value => ({
    value,
    label: comparisons[value],
  }),
)

/** Which days, compared with what, and where. */
export function Controls({ view, onChange }: { view: View; onChange: ChangeView }) {
  const choose = (name: string) =>
    onChange(isRangePreset(name) ? withPreset(view, name, businessDayOf(Date.now())) : withDays(view, view))
  return (
    <>
      <Select
        aria-label="日期范围"
        className={styles.preset ?? ''}
        value={view.preset ?? ownDays}
        options={rangeChoices}
        listHeight={360}
        onChange={choose}
      />
      {view.preset === null && (
        <RangePicker
          value={{ from: view.beginDate, to: view.endDate }}
          onChange={({ from, to }) => onChange(withDays(view, { beginDate: from, endDate: to }))}
        />
      )}
      <Segmented
        aria-label="对比"
        value={view.compare}
        options={comparisonChoices}
        onChange={compare => onChange({ compare })}
      />
      <div className={styles.organ}>
        <OrganisationPicker
          aria-label="机构"
          innerLabel="机构"
          value={view.organId}
          onChange={organId => onChange({ organId, area: undefined })}
        />
      </div>
    </>
  )
}
