import { Select } from 'antd'
import { useState } from 'react'
import { clearableIn } from '../ui/clearable.tsx'
import { nothingToChoose } from '../ui/options.ts'
import { useSettled } from '../ui/useSettled.ts'
import type { PickerProps } from './picker.ts'

/** What is typed into a picker, and what of it is asked: the pause between two keys asks nothing. */
export function useTyped() {
  const [typed, setTyped] = useState('')
  return { typed, setTyped, asked: useSettled(typed.trim()) }
}

interface Props extends PickerProps {
  typing: ReturnType<typeof useTyped>
  /** What the server found, and the one that is chosen. */
  options: readonly { value: number; label: string }[]
  found: { isFetching: boolean; isPending: boolean; error: Error | null }
  placeholder: string
  /** What to say where nothing was found. */
  nothing: string
}

/** One of many that the server finds by what is typed. */
export function FoundPicker(props: Props) {
  const { innerLabel, typing, options, found, nothing, value, onChange, ...rest } = props
  const { typed, setTyped } = typing
  return (
    <Select
      {...rest}
      className="ui-wide"
      prefix={innerLabel && <span className="ui-inner-label">{innerLabel}</span>}
      showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
      notFoundContent={found.isFetching ? '正在查找' : nothingToChoose(found, nothing)}
      loading={found.isFetching}
      allowClear={clearableIn(rest)}
      value={value ?? null}
      options={[...options]}
      onChange={(picked: number | undefined) => {
        setTyped('')
        onChange?.(picked)
      }}
    />
  )
}
