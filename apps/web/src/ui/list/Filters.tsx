import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { type FormEvent, memo, useCallback, useId, useState } from 'react'
import { RangeMenu } from '../form/RangeMenu.tsx'
import { Button } from '../speed/Button.tsx'
import { LateControl } from '../speed/LateControl.tsx'
import { useNarrow } from '../useNarrow.ts'
import { FilterSelect } from './FilterSelect.tsx'
import type { Filter, FilterControl } from './types.ts'

type Values = Readonly<Record<string, string>>

interface Props {
  filters: readonly Filter[]
  values: Values
  onQuery: (values: Values) => void
}

/** One line of filters that wraps: labels inside, 查询 and 清空 at its end, the rarer ones behind 展开. */
export function Filters({ filters, values, onQuery }: Props) {
  const id = useId()
  const narrow = useNarrow()
  const [draft, setDraft] = useDraft(values)
  const rare = narrow ? filters.slice(1) : filters.filter(filter => filter.more)
  const isUsed = ({ name }: Filter) => values[name] !== undefined || draft[name] !== undefined
  // On a phone all filters would leave no room for rows: there it begins folded, and filters in use stay visible.
  const [open, setOpen] = useState(() => !narrow && (rare.some(isUsed) || allFit(filters.length)))
  const shown = open ? filters : filters.filter(filter => !rare.includes(filter) || isUsed(filter))

  // It never changes, so that a letter renders only the control that it is typed into, and the controls that read it.
  const change = useCallback(
    (filter: Filter, value: string | undefined) =>
      setDraft(draft => {
        const next = { ...draft }
        for (const name of filter.clears ?? []) delete next[name]
        if (value) next[filter.name] = value
        else delete next[filter.name]
        return next
      }),
    [setDraft],
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onQuery(draft)
  }
  return (
    <form className="ui-filters" data-filters="" onSubmit={submit} aria-label="查询条件">
      {shown.map(filter => (
        <div className={filter.range ? 'ui-filter ui-filter-range' : 'ui-filter'} key={filter.name}>
          <Control
            filter={filter}
            id={`${id}-${filter.name}`}
            value={draft[filter.name]}
            values={draft}
            onChange={change}
          />
          {filter.range && (
            <RangeMenu
              of={filter.range.of}
              // Chosen, it is asked for: there is no more to say.
              onChoose={({ from, to }) =>
                onQuery({ ...draft, [filter.name]: from, [filter.range?.until ?? '']: to })
              }
            />
          )}
        </div>
      ))}
      <div className="ui-filter-ends">
        <Button type="primary" htmlType="submit">
          查询
        </Button>
        <Button onClick={() => onQuery({})}>清空</Button>
        {rare.length > 0 && (
          <Button
            type="text"
            aria-expanded={open}
            icon={open ? <UpOutlined /> : <DownOutlined />}
            iconPlacement="end"
            onClick={() => setOpen(!open)}
          >
            {open ? '收起' : '展开'}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Whether a window this wide has all of them in one line, the menu beside them, as list.css makes it. */
function allFit(count: number): boolean {
  const [menu, gutters, ends] = [256, 82, 214]
  return window.innerWidth - menu - gutters - ends >= count * (180 + 12)
}

/** Browsers and password managers fill in fields called 姓名 or 手机号 with what they know of whoever sits there. */
const nobodysData = {
  autoComplete: 'off',
  'data-1p-ignore': true,
  'data-lpignore': 'true',
  'data-bwignore': true,
  'data-form-type': 'other',
}

interface ControlProps extends Pick<FilterControl, 'id' | 'value' | 'values'> {
  filter: Filter
  onChange: (filter: Filter, value: string | undefined) => void
}

const Control = memo(function Control({ filter, onChange, values, ...given }: ControlProps) {
  const control: FilterControl = {
    ...given,
    values: Object.fromEntries(readBy(filter).map(name => [name, values[name]])),
    label: filter.label,
    onChange: value => onChange(filter, value),
  }
  if (filter.kind === 'text') {
    return (
      <Input
        id={control.id}
        aria-label={control.label}
        prefix={<span className="ui-inner-label">{control.label}</span>}
        placeholder={filter.hint ?? '请输入'}
        value={control.value ?? ''}
        allowClear
        {...nobodysData}
        onChange={event => control.onChange(event.target.value || undefined)}
      />
    )
  }
  return (
    <LateControl
      id={control.id}
      label={control.label}
      looks={filter.kind === 'date' ? 'date' : 'choice'}
      empty={control.value === undefined}
    >
      {filter.kind === 'select' ? (
        <FilterSelect {...control} options={filter.options} />
      ) : (
        filter.render(control)
      )}
    </LateControl>
  )
}, showsTheSame)

const readBy = (filter: Filter) => ('reads' in filter ? (filter.reads ?? []) : [])

function showsTheSame(before: ControlProps, after: ControlProps): boolean {
  return (
    before.filter === after.filter &&
    before.id === after.id &&
    before.value === after.value &&
    before.onChange === after.onChange &&
    readBy(before.filter).every(name => before.values[name] === after.values[name])
  )
}

/** What was typed and not yet asked for; a list opened by another address starts from that one. */
function useDraft(values: Values) {
  const asked = JSON.stringify(values)
  const [state, setState] = useState({ asked, draft: values })
  if (state.asked !== asked) setState({ asked, draft: values })
  const setDraft = useCallback(
    (change: (draft: Values) => Values) => setState(({ asked, draft }) => ({ asked, draft: change(draft) })),
    [],
  )
  return [state.asked === asked ? state.draft : values, setDraft] as const
}
