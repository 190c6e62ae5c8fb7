import type { ChartKind } from './types.ts'
import './chart.css'

/** Parts of a hundred; no figures, and no two alike. */
const parts = [38, 62, 46, 82, 56, 96, 72, 50, 66, 30]
const pitch = 100 / parts.length

interface Props {
  kind: ChartKind
  height: number
}

/** A chart on its way, in the shape of its kind. */
export function ChartSkeleton({ kind, height }: Props) {
  return (
    <div role="status" aria-label="正在加载" style={{ height }}>
      <svg className="ui-chart-awaited" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {kind === 'line' ? (
          <polyline points={parts.map((part, index) => `${(index + 0.5) * pitch},${100 - part}`).join(' ')} />
        ) : kind === 'ranking' ? (
          [...parts]
            .sort((a, b) => b - a)
            .map((part, index) => (
              <rect key={part} x="0" y={(index + 0.25) * pitch} width={part} height={pitch / 2} />
            ))
        ) : (
          parts.map((part, index) => (
            <rect key={part} x={(index + 0.25) * pitch} y={100 - part} width={pitch / 2} height={part} />
          ))
        )}
      </svg>
    </div>
  )
}
