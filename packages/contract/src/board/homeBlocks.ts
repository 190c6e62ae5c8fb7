import { type AccessCode, mayUse } from '../access.ts'

/**
 * What may stand on 首页 in its order for whoever runs the whole: what the platform sees, then what work waits. Stored names: they
 * stay as they are. `work`: a domain says it (`homeBlocks` of its module). `wide`: it takes the width of the page.
 */
export const homeBlocks = {
  todos: { title: '待办', wide: true },
  figures: { title: '今日数据', wide: true },
  attention: { title: '需要关注的设备', devices: true },
  hours: { title: '今日训练与设备状态', devices: true },
  myOrders: { title: '我的工单', work: ['ops:handle'], empty: '没有要处理的工单' },
  openOrders: { title: '未完成工单', work: ['ops:dispatch'], empty: '没有未完成的工单' },
  monthClose: { title: '月结', work: ['finance:accCheck'], empty: '所有账单都已结清' },
  training: { title: '正在训练', work: ['device:running'], empty: '现在没有人训练' },
  uncovered: { title: '欠费学员', work: ['order:edit'], empty: '近 30 天没有未购课的训练' },
  pinned: { title: '公告' },
  recent: { title: '最近访问' },
} as const satisfies Record<string, HomeBlockKind>

interface HomeBlockKind {
  readonly title: string
  readonly wide?: true
  /** It is of simulators: for whoever holds any of their codes. */
  readonly devices?: true
  readonly work?: readonly AccessCode[]
  /** What is said where a block of work has no rows. */
  readonly empty?: string
}

export type HomeBlockName = keyof typeof homeBlocks
type WorkName = {
  [Name in HomeBlockName]: (typeof homeBlocks)[Name] extends { work: unknown } ? Name : never
}[HomeBlockName]

const kinds: Readonly<Record<HomeBlockName, HomeBlockKind>> = homeBlocks
const isHomeBlock = (name: string): name is HomeBlockName => Object.hasOwn(homeBlocks, name)
const names = Object.keys(homeBlocks).filter(isHomeBlock)

/** The blocks that domains say. */
export const homeBlockKeys = [
  'myOrders',
  'openOrders',
  'monthClose',
  'training',
  'uncovered',
] as const satisfies WorkName[]
export type HomeBlockKey = (typeof homeBlockKeys)[number]
/** Whether a domain says it. */
export const isWorkBlock = (name: string): name is HomeBlockKey =>
  isHomeBlock(name) && kinds[name].work !== undefined

/** Rows of a block: the first of what its figures count. */
export const mostBlockRows = 6

/** Whether somebody with these codes has a block. */
export function hasBlock(name: HomeBlockName, heldCodes: ReadonlySet<string>): boolean {
  const { devices, work } = kinds[name]
  if (devices) return [...heldCodes].some(code => code === 'device' || code.startsWith('device:'))
  return work === undefined || mayUse(work, heldCodes)
}

/**
 * The blocks of somebody with these codes, in the order that they have before anything is arranged. Who manages the system sees what
 * the platform sees first; everybody else their own work, and what was told them beside it.
 */
export function blocksFor(heldCodes: ReadonlySet<string>): HomeBlockName[] {
  const theirs = names.filter(name => hasBlock(name, heldCodes))
  if (heldCodes.has('system') || !theirs.some(isWorkBlock)) return theirs
  const place = (name: HomeBlockName) =>
    name === 'todos' ? 0 : isWorkBlock(name) ? 1 : name === 'pinned' || name === 'recent' ? 2 : 3
  return [...theirs].sort((one, other) => place(one) - place(other))
}

interface BlockLook {
  readonly key: string
  readonly hidden: boolean
}

/** The blocks as somebody arranged them: what came since stands at the end, what is theirs no more is left out. */
export function arrangedBlocks(
  heldCodes: ReadonlySet<string>,
  look: readonly BlockLook[] | null,
): { name: HomeBlockName; hidden: boolean }[] {
  const theirs = blocksFor(heldCodes)
  if (look === null) return theirs.map(name => ({ name, hidden: false }))
  const kept = look.flatMap(({ key, hidden }) =>
    isHomeBlock(key) && theirs.includes(key) ? [{ name: key, hidden }] : [],
  )
  const known = new Set(kept.map(({ name }) => name))
  return [...kept, ...theirs.filter(name => !known.has(name)).map(name => ({ name, hidden: false }))]
}
