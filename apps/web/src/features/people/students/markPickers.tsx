import { mostTags } from '@drivesim/contract/people/students/studentShapes'
import { students } from '@drivesim/contract/people/students/students'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { query } from '../../../api/query.ts'
import { asNumber, asText } from '../../../parts/numbers.ts'
import type { PickerProps } from '../../../parts/picker.ts'
import { clearableIn } from '../../../ui/clearable.tsx'
import type { FilterControl } from '../../../ui/list/types.ts'
import { labelOrGone, nothingToChoose } from '../../../ui/options.ts'

interface OfSchool {
  /** Of one school; undefined: of all of the scope. */
  schoolId: number | undefined
}

/** The working coaches. */
export function CoachPicker({ innerLabel, value, onChange, schoolId, ...rest }: PickerProps & OfSchool) {
  const list = useQuery(query(students.coaches, { schoolId }))
  return (
    <Select
      {...rest}
      className="ui-wide"
      prefix={innerLabel && <span className="ui-inner-label">{innerLabel}</span>}
      placeholder={innerLabel === undefined ? '不指定' : '全部'}
      notFoundContent={nothingToChoose(list, '还没有在职教练，请先在教练管理中新增')}
      loading={list.isPending}
      labelRender={labelOrGone(list.isPending)}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear
      value={value ?? null}
      options={list.data ?? []}
      onChange={(picked: number | undefined) => onChange?.(picked)}
    />
  )
}

interface TagProps {
  id?: string
  'aria-label'?: string
  innerLabel?: string
  value?: string | undefined
  onChange?: (value: string | undefined) => void
}

/** One of the tags in use. */
function TagPicker({ innerLabel, value, onChange, schoolId, ...rest }: TagProps & OfSchool) {
  const list = useQuery(query(students.tags, { schoolId }))
  return (
    <Select
      {...rest}
      className="ui-wide"
      prefix={<span className="ui-inner-label">{innerLabel}</span>}
      placeholder="全部"
      notFoundContent={nothingToChoose(list, '还没有标签，编辑学员时可以添加')}
      loading={list.isPending}
      showSearch
      allowClear={clearableIn({})}
      value={value ?? null}
      options={(list.data ?? []).map(({ tag, students: many }) => ({
        value: tag,
        label: `${tag}（${many}）`,
      }))}
      onChange={(picked: string | undefined) => onChange?.(picked)}
    />
  )
}

interface TagsProps {
  id?: string
  'aria-required'?: 'true'
  value?: string[]
  onChange?: (value: string[]) => void
  onBlur?: () => void
}

/** Tags of a student, those in use offered; Enter takes what was typed. */
export function TagsInput({ schoolId, ...props }: TagsProps & OfSchool) {
  const list = useQuery(query(students.tags, { schoolId }))
  return (
    <Select
      {...props}
      mode="tags"
      maxCount={mostTags}
      tokenSeparators={[',', '，', '、', ';', '；']}
      placeholder="输入后按回车，可以有多个"
      suffixIcon={null}
      options={(list.data ?? []).map(({ tag }) => ({ value: tag, label: tag }))}
    />
  )
}

/** Of the school that the list is filtered by, or is of. */
const schoolOf = (values: FilterControl['values'], ofOne: number | undefined) =>
  ofOne ?? asNumber(values.schoolId)

export const tagControl =
  (ofOne: number | undefined) =>
  ({ id, label, value, values, onChange }: FilterControl) => (
    <TagPicker
      id={id}
      aria-label={label}
      innerLabel={label}
      schoolId={schoolOf(values, ofOne)}
      value={value}
      onChange={onChange}
    />
  )

export const coachControl =
  (ofOne: number | undefined) =>
  ({ id, label, value, values, onChange }: FilterControl) => (
    <CoachPicker
      id={id}
      aria-label={label}
      innerLabel={label}
      schoolId={schoolOf(values, ofOne)}
      value={asNumber(value)}
      onChange={picked => onChange(asText(picked))}
    />
  )
