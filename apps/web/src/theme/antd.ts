import { type ThemeConfig, theme } from 'antd'
import { states, surfaces } from './colours.ts'
import type { Theme } from './mode.ts'

const fontFamily =
  '-apple-system, BlinkMacSystemFont, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif'

/** The class that carries the theme's custom properties. */
export const variablesClass = 'antd-theme'

/** The tokens of one theme; dark is its own set of surfaces, not an inversion. */
export function antdTheme(mode: Theme, motion: boolean): ThemeConfig {
  const surface = surfaces[mode]
  return {
    // The styles are files, see antdStyles.ts.
    zeroRuntime: true,
    hashed: false,
    cssVar: { key: variablesClass },
    algorithm: mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      fontFamily,
      colorPrimary: surface.primary,
      colorInfo: surface.primary,
      colorLink: surface.link,
      // antd's lighter and darker shades have too little contrast.
      colorLinkHover: surface.link,
      colorLinkActive: surface.link,
      colorSuccess: states[mode].idle.mark,
      colorWarning: states[mode].warning.mark,
      colorError: states[mode].fault.mark,
      colorBgLayout: surface.page,
      colorBgContainer: surface.card,
      colorBgElevated: surface.raised,
      colorBorder: surface.border,
      colorBorderSecondary: surface.hairline,
      colorText: surface.text,
      colorTextSecondary: surface.textSecondary,
      colorTextTertiary: surface.textFaint,
      colorTextPlaceholder: surface.textFaint,
      // antd's is not read, and its buttons that load are pale.
      colorTextDisabled: surface.textDisabled,
      opacityLoading: 1,
      borderRadius: 8,
      borderRadiusSM: 6,
      controlHeight: 32,
      fontSize: 14,
      motion,
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.15s',
    },
    components: {
      Button: {
        // Filled buttons are darkened in global.css; the text of others has the colour of links.
        defaultHoverColor: surface.link,
        defaultHoverBorderColor: surface.link,
        defaultActiveColor: surface.link,
        defaultActiveBorderColor: surface.link,
      },
      Card: { boxShadowTertiary: 'none' },
      // What is wrong with a field is said in this margin, so that nothing jumps; the next label needs air below it.
      Form: { itemMarginBottom: 28 },
      // With the radius of small controls its 16 px look round, like a radio button.
      Checkbox: { borderRadiusSM: 4 },
    },
  }
}
