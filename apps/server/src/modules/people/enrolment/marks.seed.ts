import { addDays, businessDayOf, dayStart } from '@drivesim/contract/businessDay'
import { memberOf } from '@drivesim/fleet/business'
import { type Random, randomOf } from '@drivesim/fleet/random'
import type { SeedPart } from '../../../platform/parts.ts'
import { coachesByRoom, insertMarks, type Marks } from './seed.queries.ts'

/** Tags with the share of students who have each. */
const shares = [
  ['周末班', 0.16],
  ['大学生', 0.12],
  ['夜班', 0.08],
  ['补考', 0.05],
] as const
const notes = [
  '只能周六下午来，换时间请提前一天打电话',
  '戴眼镜，头显要调到最宽',
  '左脚受过伤，离合器练习慢慢加量',
  '科目二挂过一次，倒车入库多练几遍',
  '上夜班，上午请不要打电话',
  '在校学生，放假回家，暑假再继续',
]
const noteDays = 40

/** What schools say of their students, once there are coaches: tags, the coach of their classroom, and a few notes. */
export const studentMarksSeed: SeedPart = {
  async fill(db, business) {
    const { students, seed, until } = business
    const random = randomOf(seed, 'marks of students')
    const coaches = await coachesByRoom(db)
    const clerk = memberOf(business, 'school')
    const today = businessDayOf(until)
    const earlier = addDays(today, -noteDays)
    const rows = students.map(({ id, schoolId, roomId, registeredDay }): Marks => {
      const tags = shares.flatMap(([tag, share]) => (random.chance(share) ? [tag] : []))
      const coachId = random.chance(0.7) ? (coaches.get(roomId) ?? null) : null
      const isNoted = random.chance(0.04) && clerk.organs.includes(schoolId) && registeredDay < earlier
      const note = isNoted ? noteOf(random, today) : null
      return { id, tags, coachId, note: note && { ...note, by: clerk.id } }
    })
    const isMarked = ({ tags, coachId, note }: Marks) => tags.length > 0 || coachId !== null || note !== null
    await insertMarks(db, rows.filter(isMarked))
  },
}

const noteOf = (random: Random, today: string) => ({
  text: random.pick(notes),
  at: dayStart(addDays(today, -random.int(1, noteDays))) + random.int(9 * 60, 18 * 60) * 60_000,
})
