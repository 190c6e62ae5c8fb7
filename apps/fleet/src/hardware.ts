import { dayStart } from '@drivesim/contract/businessDay'
import type { PlannedFault, Room, SeatRequest, Stretch } from './model.ts'
import { type Random, randomOf } from './random.ts'

const minute = 60_000

const faultKinds = [
  { code: 'E101', text: '头显追踪丢失', minutes: [10, 60], weight: 5 },
  { code: 'E102', text: '头显温度过高', minutes: [15, 50], weight: 3 },
  { code: 'E103', text: '头显连接线松动', minutes: [10, 90], weight: 4 },
  { code: 'E201', text: '方向盘编码器异常', minutes: [60, 480], weight: 2 },
  { code: 'E202', text: '制动踏板传感器无信号', minutes: [60, 600], weight: 2 },
  { code: 'E203', text: '离合踏板回位不良', minutes: [40, 360], weight: 2 },
  { code: 'E204', text: '挡位传感器异常', minutes: [40, 300], weight: 2 },
  { code: 'E301', text: '动感平台限位报警', minutes: [30, 420], weight: 2 },
  { code: 'E302', text: '动感平台电机过载', minutes: [60, 720], weight: 1 },
  { code: 'E401', text: '显卡温度过高', minutes: [15, 120], weight: 2 },
  { code: 'E402', text: '磁盘空间不足', minutes: [20, 240], weight: 1 },
] as const

/** How much worse than a good one a simulator is: most around 1, one in ten four times as bad. */
export function flakinessOf(seed: number, sn: string): number {
  const random = randomOf(seed, 'flakiness', sn)
  return random.chance(0.1) ? random.between(3, 5) : random.between(0.3, 1.2)
}

/** How much better than another a simulator is liked: the seat by the window, the newer headset. */
export function popularityOf(seed: number, sn: string): number {
  return randomOf(seed, 'popularity', sn).between(0.75, 1.25)
}

/** The simulator's stretch under power: from shortly before opening to shortly after closing. */
export function powerOf(room: Room, day: string, random: Random): Stretch {
  return {
    start: second(dayStart(day) + (room.opensAt - random.between(2, 14)) * minute),
    end: second(dayStart(day) + (room.closesAt + random.between(1, 9)) * minute),
  }
}

/** Faults of the day, one after the other, cleared before the power goes off. */
export function faultsOf(seed: number, sn: string, power: Stretch, random: Random): PlannedFault[] {
  const faults: PlannedFault[] = []
  let free = power.start + 5 * minute
  for (let left = random.poisson(0.03 * flakinessOf(seed, sn)); left > 0; left -= 1) {
    const kind = random.weighted(faultKinds, one => one.weight)
    const raised = second(random.between(free, power.end - 20 * minute))
    const cleared = second(
      Math.min(power.end - minute, raised + random.between(kind.minutes[0], kind.minutes[1]) * minute),
    )
    if (raised < free || cleared <= raised) break
    faults.push({ raised, cleared, code: kind.code, text: kind.text })
    free = cleared + 5 * minute
  }
  return faults
}

/** When the simulator has no network: its own wireless link, and now and then the whole classroom's line. */
export function cutsOf({ seed, sn, room, day }: SeatRequest, power: Stretch): Stretch[] {
  const own = randomOf(seed, 'wireless', sn, day)
  const line = randomOf(seed, 'line', room.roomId, day)
  const cuts: Stretch[] = []
  if (line.chance(0.015)) cuts.push(within(power, line.between(0, 0.9), line.between(5, 90)))
  if (own.chance(0.04 * flakinessOf(seed, sn)))
    cuts.push(within(power, own.between(0, 0.95), own.between(1, 12)))
  cuts.sort((one, other) => one.start - other.start)
  return cuts.filter((cut, index) => {
    const before = cuts[index - 1]
    return cut.end > cut.start && (before === undefined || before.end + minute < cut.start)
  })
}

function within(power: Stretch, part: number, minutes: number): Stretch {
  const start = second(power.start + 2 * minute + part * (power.end - power.start))
  return { start, end: second(Math.min(power.end - minute, start + minutes * minute)) }
}

/** Simulators keep whole seconds. */
function second(instant: number): number {
  return Math.floor(instant / 1000) * 1000
}
