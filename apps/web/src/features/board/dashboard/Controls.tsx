import {
  basisOf,
  type Comparison,
  comparisons,
  isRangePreset,
  rangePresetNames,
  rangePresets,
} from '@drivesim/contract/board/dashboard/boardDates'
import { businessDayOf } from '@drivesim/contract/businessDay'
import { Segmented, Select } from 'antd'
import { serverNow } from '../../../api/serverClock.ts'
import { OrganisationPicker } from '../../../parts/OrganisationPicker.tsx'
import { RangePicker } from '../../../ui/form/RangePicker.tsx'
import styles from './board.module.css'
import type { ChangeView } from './useView.ts'
import { type View, withDays, withPreset } from './view.ts'

const ownDays = 'own'
const rangeChoices = [
  ...rangePresetNames.map(name => ({ value: name as string, label: rangePresets[name].label as string })),
  { value: ownDays, label: '自选日期' },
]
const comparisonNames = ['before', 'lastYear', 'fourWeeks', 'none'] as const satisfies readonly Comparison[]

interface Props {
  view: View
  onChange: ChangeView
  /** Whether a week can be compared with the mean of those before it: what is shown adds up. */
  weeks?: boolean
}

/** Which days, compared with what, and where. */
export function Controls({ view, onChange, weeks = false }: Props) {
  const hasMean = basisOf({ ...view, compare: 'fourWeeks' }, serverNow()).mean > 1
  const isMean = view.compare === 'fourWeeks'
  const offered = comparisonNames.filter(name => name !== 'fourWeeks' || (hasMean && (weeks || isMean)))
  const choose = (name: string) =>
    onChange(isRangePreset(name) ? withPreset(view, name, businessDayOf(serverNow())) : withDays(view, view))
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
        value={isMean && !hasMean ? 'before' : view.compare}
        options={offered.map(value => ({ value, label: comparisons[value] }))}
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
