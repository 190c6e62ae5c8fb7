import { useMemo } from 'react'
import { surfaces } from '../../theme/colours.ts'
import { useTheme } from '../../theme/mode.ts'
import type { ChartColours } from './options.ts'
import { palettes } from './palette.ts'

/** The colours of charts in the theme that is on. */
export function useChartColours(): ChartColours {
  const mode = useTheme(state => state.theme)
  return useMemo(() => {
    const surface = surfaces[mode]
    return {
      palette: palettes[mode],
      text: surface.text,
      quiet: surface.textSecondary,
      line: surface.hairline,
      surface: surface.raised,
    }
  }, [mode])
}
