import { organisationErrors, trainingUse } from '@drivesim/contract/schools/organisations/organisationShapes'
import { number } from '../../../ui/format.ts'

type Uses = readonly { what: string; count: number }[]

/** What can be added in a place while it is enabled. */
export const takenIn = {
  驾校: '教室、设备、学员和成员',
  服务点: '教室、设备和成员',
  教室: '设备',
} as const

/** What follows from disabling a place: what still uses it, and what becomes of that. */
export function disableConsequence(what: keyof typeof takenIn, uses: Uses): string {
  const outcome = `停用后不能再在这里新增${takenIn[what]}，已有的数据保留，之后可以重新启用。`
  if (uses.length === 0) return `没有设备、学员或教室在使用此${what}。${outcome}`
  const list = uses.map(use => `${use.what} ${number(use.count)}`).join('、')
  return `仍在使用此${what}的有：${list}。${outcome}`
}

/** Why the place of this name cannot be disabled now, as the server would refuse it; null where it can. */
export function disableObstacle(name: string, uses: Uses): string | null {
  const training = uses.find(({ what }) => what === trainingUse)?.count ?? 0
  return training === 0 ? null : organisationErrors.trainingThere.sentence(`“${name}”`, training)
}
