import { pushErrors, pushes } from '@drivesim/contract/notices/pushes'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { number } from '../../../ui/format.ts'
import type { AudienceValue } from './audienceValue.ts'
import styles from './pushes.module.css'

/** How many people an audience is, now. */
function useReach(audience: AudienceValue) {
  const chosen = audience.kind === 'all' || audience.ids.length > 0
  const reach = useQuery({ ...query(pushes.reach, { audience }, { quiet: true }), enabled: chosen })
  return { people: chosen ? reach.data?.people : 0, error: reach.error, chosen }
}

/** `将发给 128 人`, as the audience is chosen. */
export function Reach({ audience }: { audience: AudienceValue }) {
  const { people, error, chosen } = useReach(audience)
  const sentence = () => {
    if (!chosen) return pushErrors.audienceEmpty.sentence()
    if (error !== null) return error.message
    if (people === undefined) return '正在计算人数…'
    return people === 0 ? pushErrors.pushToNobody.sentence() : `将发给 ${number(people)} 人`
  }
  const bad = chosen && (error !== null || people === 0)
  return (
    <p className={bad ? `${styles.reach} ${styles.reachNone}` : styles.reach} aria-live="polite">
      {sentence()}
    </p>
  )
}
