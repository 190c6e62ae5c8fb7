import { useMemo } from 'react'
import { surfaces } from '../../theme/colours.ts'
import { type Theme, useTheme } from '../../theme/mode.ts'
import type { ChartColours } from './options.ts'
import { palettes } from './palette.ts'

/** The colours of charts in a theme. */
export function chartColours(theme: Theme): ChartColours {
  const surface = surfaces[theme]
  return {
    palette: palettes[theme],
    text: surface.text,
    quiet: surface.textSecondary,
    line: surface.hairline,
    surface: surface.raised,
  }
}

/** The colours of charts in the theme that is on. */
export function useChartColours(): ChartColours {
  const theme = useTheme(state => state.theme)
  return useMemo(() => chartColours(theme), [theme])
}
