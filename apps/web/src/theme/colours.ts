/** Colours as data, for the component library, for charts and for the test of their contrast. */

interface StateColour {
  /** Of dots, bands and icons: at least 3:1 on the card. */
  readonly mark: string
  /** Of words: at least 4.5:1 on the card. */
  readonly text: string
}

type Colours = Readonly<
  Record<'idle' | 'training' | 'fault' | 'offline' | 'disabled' | 'warning', StateColour>
>

/** One colour per state everywhere; always beside an icon and a word. 停用 is hatched besides. */
export const states: Readonly<Record<'light' | 'dark', Colours>> = {
  light: {
    idle: { mark: '#1a9b5c', text: '#137a47' },
    training: { mark: '#2457d6', text: '#2457d6' },
    fault: { mark: '#d4380d', text: '#b8330a' },
    offline: { mark: '#7b8698', text: '#5b6678' },
    disabled: { mark: '#8a94a6', text: '#5b6678' },
    warning: { mark: '#c77700', text: '#8f5400' },
  },
  dark: {
    idle: { mark: '#3fc380', text: '#55d494' },
    training: { mark: '#7ea2ff', text: '#94b2ff' },
    fault: { mark: '#ff7a52', text: '#ff9270' },
    offline: { mark: '#8f9bb0', text: '#a9b4c6' },
    disabled: { mark: '#7f8a9e', text: '#a9b4c6' },
    warning: { mark: '#e8a33d', text: '#f0b65c' },
  },
}

export const surfaces = {
  light: {
    page: '#f4f6f9',
    card: '#ffffff',
    raised: '#ffffff',
    tableHead: '#f8fafc',
    headSorted: '#f0f0f0',
    rowHover: '#fafafa',
    rowChosen: '#f0f7ff',
    border: '#d5dbe5',
    hairline: '#e6eaf0',
    text: '#1b2433',
    textSecondary: '#566274',
    textFaint: '#667285',
    // Of what cannot be pressed now: at least 3:1.
    textDisabled: '#7f8898',
    dangerFill: '#d4380d',
    dangerHover: '#b8330a',
    primary: '#2457d6',
    // Darker in both themes: white text has too little contrast on antd's lighter shade.
    primaryHover: '#1d4bbf',
    link: '#2457d6',
  },
  dark: {
    page: '#10151d',
    card: '#171e29',
    raised: '#1e2735',
    tableHead: '#1b2330',
    headSorted: '#333943',
    rowHover: '#202732',
    rowChosen: '#243255',
    border: '#35415a',
    hairline: '#273142',
    text: '#e4eaf4',
    textSecondary: '#a4b0c3',
    textFaint: '#8792a6',
    textDisabled: '#7a8599',
    dangerFill: '#c9461f',
    dangerHover: '#b53f1b',
    primary: '#4a78ee',
    primaryHover: '#3c66d8',
    link: '#8aabff',
  },
} as const
