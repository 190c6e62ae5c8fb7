import { expect, it } from 'vitest'
import { shortName, wallFit } from './wall.ts'

const screen = { width: 1872, height: 820 }
const px = (length: string) => Number.parseInt(length, 10)

/** Where the tiles end that a fit gives the classrooms. */
function filled(rooms: readonly number[]) {
  const { tile, style } = wallFit(screen, rooms)
  const [width, height, gap] = [
    px(style['--tile-width']),
    px(style['--tile-height']),
    px(style['--tile-gap']),
  ]
  const columns = Math.floor((screen.width + gap) / (width + gap))
  const heights = rooms.map(count => {
    const rows = Math.ceil(count / columns)
    return px(style['--room-head']) + rows * height + (rows - 1) * gap
  })
  const gaps = (rooms.length - 1) * px(style['--room-gap'])
  return {
    tile,
    columns,
    right: columns * width + (columns - 1) * gap,
    bottom: heights.reduce((sum, height) => sum + height, gaps),
  }
}

it.each([[[4]], [[12]], [[20]], [[6, 6]], [[40]], [[10, 8, 12]]])(
  'fills the screen with the simulators of %j',
  rooms => {
    const { right, bottom } = filled(rooms)
    expect(right).toBeGreaterThan(screen.width - 20)
    expect(right).toBeLessThanOrEqual(screen.width)
    expect(bottom).toBeGreaterThan(screen.height - 20)
    expect(bottom).toBeLessThanOrEqual(screen.height)
  },
)

it('has the larger tiles the fewer there are', () => {
  const scales = [4, 12, 20].map(count => wallFit(screen, [count]).style['--wall-scale'])
  expect(scales).toEqual(scales.toSorted((a, b) => b - a))
  expect(scales.map(scale => scale >= 1)).toEqual([true, true, true])
})

it('shows less of each where more has no room, and goes on below where plate and state have none', () => {
  expect([[20], [9, 7], [40]].map(rooms => filled(rooms).tile)).toEqual(['full', 'short', 'dense'])
  const crowd = filled([400])
  expect(crowd).toMatchObject({ tile: 'dense', columns: 8 })
  expect(crowd.bottom).toBeGreaterThan(screen.height)
  const rooms = Array.from({ length: 25 }, () => 40)
  expect(filled(rooms)).toMatchObject({ tile: 'dense', columns: 8 })
})

it('keeps to the kind of tile that it is told', () => {
  expect(wallFit(screen, [40], ['placed'])).toMatchObject({
    tile: 'placed',
    style: { '--tile-width': '616px', '--tile-height': '176px', '--wall-scale': 1 },
  })
})

it('takes no room for a classroom without simulators', () => {
  expect(wallFit(screen, [12, 0])).toEqual(wallFit(screen, [12]))
})

it('names a student shortly', () => {
  expect(['王小明', '阿卜杜拉', '', null].map(shortName)).toEqual([
    '王同学',
    '阿同学',
    '未登记学员',
    '未登记学员',
  ])
})
