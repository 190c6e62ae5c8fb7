/** Eight series colours per theme, in the order they are used; each at least 3:1 on its card. */
export const palettes = {
  light: ['#2457d6', '#0f8a6d', '#c05a00', '#8a3fc4', '#0b7fab', '#c2255c', '#6b7a16', '#5b6678'],
  dark: ['#7ea2ff', '#3fc3a1', '#f0964a', '#bd8bf0', '#55b8e0', '#f07ba3', '#b5c653', '#a3afc2'],
} as const
