/** A mistake of the driving test and the points it costs; 100 ends the attempt. */
export interface Mistake {
  readonly text: string
  readonly points: number
}

const always: readonly Mistake[] = [
  { text: '车辆熄火', points: 10 },
  { text: '使用挡位与车速长时间不匹配', points: 10 },
  { text: '操纵转向盘手法不合理', points: 10 },
  { text: '未按规定使用安全带', points: 100 },
]

/** By the name of the sub-subject, after the national marking rules (GA 1026). */
const ofSubSubject: Readonly<Record<string, readonly Mistake[]>> = {
  倒车入库: [
    { text: '中途停车时间超过 2 秒', points: 5 },
    { text: '倒库时间超过 210 秒', points: 10 },
    { text: '车身出线', points: 100 },
    { text: '倒库不入', points: 100 },
    { text: '倒车前两前轮触地点未过控制线', points: 100 },
  ],
  侧方停车: [
    { text: '中途停车时间超过 2 秒', points: 5 },
    { text: '车轮触轧车道边线', points: 10 },
    { text: '出库时未开启左转向灯', points: 10 },
    { text: '停车后车身出线', points: 100 },
    { text: '车身触碰库位边线', points: 10 },
  ],
  坡道定点停车和起步: [
    { text: '停车后车身距路边缘线 30 厘米以上', points: 10 },
    { text: '起步后溜 10 至 30 厘米', points: 10 },
    { text: '未拉紧驻车制动器', points: 10 },
    { text: '起步时间超过 30 秒', points: 100 },
    { text: '后溜超过 30 厘米', points: 100 },
  ],
  直角转弯: [
    { text: '转弯前未开启转向灯', points: 10 },
    { text: '中途停车时间超过 2 秒', points: 5 },
    { text: '完成转弯后未关闭转向灯', points: 10 },
    { text: '车轮触轧突出点', points: 100 },
  ],
  曲线行驶: [
    { text: '中途停车时间超过 2 秒', points: 5 },
    { text: '挡位使用不当', points: 10 },
    { text: '车轮触轧道路边缘线', points: 100 },
  ],
  起步: [
    { text: '起步前未开启左转向灯', points: 10 },
    { text: '起步时车辆发生闯动', points: 5 },
    { text: '未松驻车制动器起步', points: 10 },
    { text: '未观察后视镜', points: 10 },
  ],
  加减挡位操作: [
    { text: '换挡时低头看挡', points: 10 },
    { text: '车辆运行速度和挡位不匹配', points: 10 },
    { text: '越级加挡', points: 10 },
  ],
  变更车道: [
    { text: '变道前开启转向灯不足 3 秒', points: 10 },
    { text: '未回头观察侧后方', points: 10 },
    { text: '连续变更两条车道', points: 100 },
  ],
  靠边停车: [
    { text: '停车后距路边缘线 30 至 50 厘米', points: 10 },
    { text: '停车前未开启右转向灯', points: 10 },
    { text: '下车前未拉紧驻车制动器', points: 10 },
    { text: '停车后距路边缘线 50 厘米以上', points: 100 },
  ],
  直行通过路口: [
    { text: '接近路口未减速', points: 10 },
    { text: '未左右观察交通情况', points: 10 },
    { text: '不按规定让行', points: 100 },
  ],
  夜间行驶: [
    { text: '会车时未在 150 米外改用近光灯', points: 10 },
    { text: '通过急弯未交替使用远近光灯', points: 10 },
    { text: '同方向近距离跟车使用远光灯', points: 100 },
  ],
  恶劣气象和复杂道路条件下的安全驾驶: [
    { text: '雨天未开启刮水器', points: 10 },
    { text: '雾天未开启雾灯和危险报警闪光灯', points: 10 },
    { text: '湿滑路面紧急制动', points: 10 },
    { text: '车速超过 30 公里每小时', points: 100 },
  ],
}

/** The mistakes that can be made: those that cost points, and those that end the attempt. */
interface Mistakes {
  readonly small: readonly Mistake[]
  readonly grave: readonly Mistake[]
}

const sortMistakes = (mistakes: readonly Mistake[]): Mistakes => ({
  small: mistakes.filter(({ points }) => points < 100),
  grave: mistakes.filter(({ points }) => points >= 100),
})

/** Sorted once: every lesson of a history asks. */
const knownMistakes = new Map(
  Object.entries(ofSubSubject).map(([name, mistakes]) => [name, sortMistakes([...mistakes, ...always])]),
)
const everywhere = sortMistakes(always)

/** The mistakes one can make on a sub-subject; one that this list does not know still has those of every drive. */
export function mistakesOf(subSubject: string): Mistakes {
  return knownMistakes.get(subSubject) ?? everywhere
}
