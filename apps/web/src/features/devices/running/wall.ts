/** How a wall screen is filled: the size of the tiles follows their number. All lengths are in pixels. */

export interface Area {
  width: number
  height: number
}

/** How a wall, which visitors see too, names a student: `王同学`; a compound surname is cut as well. */
export function shortName(student: string | null): string {
  const [first] = student ?? ''
  return first === undefined ? '未登记学员' : `${first}同学`
}

/** What stands between tiles, between classrooms, and above the tiles of each. */
const tileGap = 12
const roomGap = 16
const roomHead = 52

/** The least tile of each kind on which all that it shows can be read from three metres. */
const leastTiles = {
  full: { width: 296, height: 176 },
  /** Without the simulator's name. */
  short: { width: 296, height: 136 },
  /** With the plate and the state alone. */
  dense: { width: 220, height: 104 },
  /** Among simulators from everywhere: with where it stands in one line. */
  placed: { width: 520, height: 176 },
} as const satisfies Record<string, Area>
export type WallTile = keyof typeof leastTiles

/** Nothing is read better for being larger than this. */
const largest = 3

export interface WallFit {
  tile: WallTile
  style: Readonly<
    Record<'--tile-width' | '--tile-height' | '--tile-gap' | '--room-gap' | '--room-head', string> & {
      '--wall-scale': number
    }
  >
}

/**
 * How classrooms of so many simulators fill the area: with the kind of tile that shows most and has room; where none has,
 * with as many of the last kind as have, and the rest is scrolled to.
 * @param kinds from the one that shows most
 */
export function wallFit(
  area: Area,
  rooms: readonly number[],
  kinds: readonly WallTile[] = ['full', 'short', 'dense'],
): WallFit {
  const filled = rooms.filter(simulators => simulators > 0)
  const tile =
    kinds.find(kind => bestGrid(area, filled, leastTiles[kind]).scale >= 1) ?? kinds.at(-1) ?? 'dense'
  const least = leastTiles[tile]
  const grid = bestGrid(area, filled, least)
  return {
    tile,
    style: {
      '--tile-width': `${grid.width}px`,
      '--tile-height': `${Math.max(grid.height, least.height)}px`,
      '--tile-gap': `${tileGap}px`,
      '--room-gap': `${roomGap}px`,
      '--room-head': `${roomHead}px`,
      '--wall-scale': Math.min(Math.max(grid.scale, 1), largest),
    },
  }
}

interface Grid extends Area {
  /** How many times as large as the least tile what is in it can be. */
  scale: number
}

/** The grid with the largest tiles. Where no grid has room for the smallest tile: the grid with the most columns. */
function bestGrid(area: Area, rooms: readonly number[], least: Area): Grid {
  const most = Math.max(1, Math.floor((area.width + tileGap) / (least.width + tileGap)))
  const grids = Array.from({ length: most }, (_, index) => gridOf(area, rooms, least, index + 1))
  const best = grids.reduce((best, grid) => (grid.scale > best.scale ? grid : best))
  return best.scale < 1 ? gridOf(area, rooms, least, most) : best
}

function gridOf(area: Area, rooms: readonly number[], least: Area, columns: number): Grid {
  const rows = rooms.reduce((sum, simulators) => sum + Math.ceil(simulators / columns), 0)
  const between = rooms.length * roomHead + (rooms.length - 1) * roomGap + (rows - rooms.length) * tileGap
  const width = Math.floor((area.width - (columns - 1) * tileGap) / columns)
  const height = Math.floor((area.height - between) / Math.max(1, rows))
  return { width, height, scale: Math.min(width / least.width, height / least.height) }
}
