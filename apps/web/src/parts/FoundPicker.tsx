import { Select } from 'antd'
import { useState } from 'react'
import { clearableIn } from '../ui/clearable.tsx'
import { labelOrGone, nothingToChoose } from '../ui/options.ts'
import { useDebounced } from '../ui/useDebounced.ts'
import type { PickerProps } from './picker.ts'

/** What is typed into a picker, and what of it is asked: neither the pause between two keys nor a word half composed asks anything. */
export function useTyped() {
  const [typed, setTyped] = useState('')
  const [composing, setComposing] = useState(false)
  const [asked, setAsked] = useState('')
  const debounced = useDebounced(composing ? null : typed.trim())
  if (debounced !== null && debounced !== asked) setAsked(debounced)
  const composition = {
    onCompositionStart: () => setComposing(true),
    onCompositionEnd: () => setComposing(false),
  }
  return { typed, setTyped, asked, composition }
}

interface Option {
  readonly value: number
  readonly label: string
}

interface Props extends PickerProps {
  typing: ReturnType<typeof useTyped>
  /** What the server found, and the one that is chosen. */
  options: readonly Option[]
  found: { isFetching: boolean; isPending: boolean; error: Error | null }
  /** What is chosen is asked for by itself: whether it is on its way. What is not found then is gone. */
  chosenPending?: boolean
  placeholder: string
  /** What to say where nothing was found. */
  nothing: string
}

/** One of many that the server finds by what is typed. */
export function FoundPicker(props: Props) {
  const { innerLabel, typing, options, found, chosenPending, nothing, value, onChange, ...rest } = props
  const { typed, setTyped, composition } = typing
  // What is typed next finds others; it keeps its name.
  const [picked, setPicked] = useState<Option | null>(null)
  const kept =
    picked !== null && picked.value === value && !options.some(option => option.value === value)
      ? [picked]
      : []
  return (
    <div className="ui-no-box" {...composition}>
      <Select
        {...rest}
        className="ui-wide"
        prefix={innerLabel && <span className="ui-inner-label">{innerLabel}</span>}
        showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
        notFoundContent={found.isFetching ? '正在查找' : nothingToChoose(found, nothing)}
        loading={found.isFetching}
        {...(chosenPending !== undefined && { labelRender: labelOrGone(found.isPending || chosenPending) })}
        allowClear={clearableIn(rest)}
        value={value ?? null}
        options={[...kept, ...options]}
        onChange={(chosen: number | undefined) => {
          setTyped('')
          setPicked(options.find(option => option.value === chosen) ?? null)
          onChange?.(chosen)
        }}
      />
    </div>
  )
}
