import { InputNumber } from 'antd'

interface Props {
  id?: string
  'aria-label'?: string
  placeholder?: string
  /** Whole fen. */
  value?: number | null | undefined
  onChange?: (fen: number | null) => void
  onBlur?: () => void
  disabled?: boolean
}

/** An amount typed in yuan, with at most two decimals, held in whole fen. */
export function YuanInput({ value, onChange, ...rest }: Props) {
  return (
    <InputNumber
      {...rest}
      className="ui-wide"
      prefix="¥"
      min={0}
      precision={2}
      value={value === null || value === undefined ? null : value / 100}
      onChange={yuan => onChange?.(yuan === null ? null : fenOf(yuan))}
    />
  )
}

/** Rounded, since 19.99 × 100 is not whole in floating point. */
function fenOf(yuan: number): number {
  return Math.round(yuan * 100)
}
