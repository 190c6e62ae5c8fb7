import { parseYuan } from '@drivesim/contract/money'
import { InputNumber } from 'antd'

interface Props {
  id?: string
  'aria-label'?: string
  /** What it is, inside: it stands there whatever is typed. */
  innerLabel?: string
  placeholder?: string
  /** Whole fen. */
  value?: number | null | undefined
  onChange?: (fen: number | null) => void
  onBlur?: () => void
  disabled?: boolean
}

/** An amount typed in yuan, with at most two decimals, held in whole fen. */
export function YuanInput({ value, onChange, innerLabel, ...rest }: Props) {
  return (
    <InputNumber<string>
      {...rest}
      className="ui-wide"
      prefix={<>{innerLabel !== undefined && <span className="ui-inner-label">{innerLabel}</span>}¥</>}
      min="0"
      precision={2}
      // As text: in floating point 19.99 × 100 is not whole.
      stringMode
      value={value === null || value === undefined ? null : (value / 100).toFixed(2)}
      onChange={yuan => onChange?.(yuan === null ? null : parseYuan(yuan))}
    />
  )
}
