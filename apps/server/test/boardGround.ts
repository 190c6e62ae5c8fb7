import type { TestApp } from './app.ts'
import type { BoardGround } from './boardFacts.ts'
import { makeClassroom, makeOrganisation, makeSimulator, makeStudent } from './factories.ts'

/** What tests of the board stand on. */
export interface Board {
  /** Two schools, the first with a service point, and one where nothing happens. */
  organs: { one: number; point: number; two: number; empty: number }
  /** Four, of the first school. */
  student: (index: number) => number
  ground: BoardGround
  /** Says where a school stands. */
  settle: (organ: number, province: string, city: string | null) => Promise<unknown>
}

export async function makeBoard({ services: { pool }, database: { ownerUrl } }: TestApp): Promise<Board> {
  const one = await makeOrganisation(pool, { name: '甲驾校' })
  const point = await makeOrganisation(pool, { name: '甲一服务点', type: 'servicePoint', parent: one })
  const two = await makeOrganisation(pool, { name: '乙驾校' })
  const empty = await makeOrganisation(pool, { name: '丙驾校' })
  const students: number[] = []
  for (const name of ['张三', '李四', '王五', '赵六']) students.push(await makeStudent(pool, one, name))
  const simulators = new Map<number, { id: number; room: number }>()
  for (const organ of [one, point, two]) {
    const room = await makeClassroom(pool, organ)
    simulators.set(organ, { id: (await makeSimulator(pool, { organ, room })).id, room })
  }
  return {
    organs: { one, point, two, empty },
    student: index => students[index] ?? 0,
    ground: { pool, ownerUrl, simulators },
    settle: (organ, province, city) =>
      pool.query('update organisation set province_code = $2, city_code = $3 where id = $1', [
        organ,
        province,
        city,
      ]),
  }
}
