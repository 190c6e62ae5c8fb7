import { audienceKinds, pushes } from '@drivesim/contract/notices/pushes'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Radio, Select } from 'antd'
import { query } from '../../../api/query.ts'
import { useTyped } from '../../../parts/FoundPicker.tsx'
import { OrganisationsPicker } from '../../../parts/OrganisationsPicker.tsx'
import type { ManyPickerProps } from '../../../parts/picker.ts'
import type { AudienceValue } from './audienceValue.ts'
import styles from './pushes.module.css'
import { Reach } from './Reach.tsx'

const kinds = [
  { value: 'all', label: audienceKinds.all },
  { value: 'organisations', label: audienceKinds.organisations },
  { value: 'roles', label: audienceKinds.roles },
  { value: 'people', label: audienceKinds.people },
] as const

interface Props {
  id?: string
  value?: AudienceValue
  onChange?: (value: AudienceValue) => void
}

/** Whom a push reaches, within the sender's scope, with the number of people as it is chosen. */
export function Audience({ id, value = { kind: 'all', ids: [] }, onChange }: Props) {
  const { kind, ids } = value
  const choose = (next: number[]) => onChange?.({ kind, ids: next })
  return (
    <div className={styles.audience} id={id}>
      <Radio.Group
        aria-label="接收人"
        options={[...kinds]}
        value={kind}
        onChange={event => onChange?.({ kind: event.target.value, ids: [] })}
      />
      {kind === 'organisations' && <OrganisationsPicker value={ids} onChange={choose} />}
      {(kind === 'roles' || kind === 'people') && (
        <ChoicePicker key={kind} kind={kind} value={ids} onChange={choose} />
      )}
      <Reach audience={value} />
    </div>
  )
}

/** Roles or people found by typing; those chosen stay shown by name. */
function ChoicePicker({ kind, value = [], onChange }: ManyPickerProps & { kind: 'roles' | 'people' }) {
  const { typed, setTyped, asked: paramValue, composition } = useTyped()
  const found = useQuery({
    ...query(pushes.choices, { kind, paramValue, ids: value }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="ui-no-box" {...composition}>
      <Select
        mode="multiple"
        className="ui-wide"
        aria-label={audienceKinds[kind]}
        placeholder={kind === 'roles' ? '请选择角色' : '输入名称或账号查找'}
        showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
        notFoundContent={found.isFetching ? '正在查找' : '没有找到，请换个词试试'}
        loading={found.isFetching}
        value={value}
        options={found.data ?? []}
        onChange={(picked: number[]) => onChange?.(picked)}
      />
    </div>
  )
}
