import { parseYuan } from '@drivesim/contract/money'
import { InputNumber } from 'antd'

interface Props {
  id?: string
  /** Basis points. */
  value?: number | null | undefined
  onChange?: (basisPoints: number | null) => void
  onBlur?: () => void
}

/** A share typed in percent, with at most two decimals, held in whole basis points. */
export function PercentInput({ value, onChange, ...rest }: Props) {
  return (
    <InputNumber<string>
      {...rest}
      className="ui-wide"
      suffix="%"
      min="0"
      max="100"
      precision={2}
      stringMode
      value={value === null || value === undefined ? null : (value / 100).toFixed(2)}
      // A basis point is to a percent what a fen is to a yuan.
      onChange={percent => onChange?.(percent === null ? null : parseYuan(percent))}
    />
  )
}
