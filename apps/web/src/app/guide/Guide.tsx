import { guide } from '@drivesim/contract/tools/guide'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useChange } from '../../api/query.ts'
import { showHelp } from '../../ui/help/help.ts'
import { askGuide, guideQuery, useGuide } from './guide.ts'
import { NewsOffer } from './NewsOffer.tsx'
import { ShellTour } from './ShellTour.tsx'

/** The tour, once and whenever it is asked for; and once after an update, that there is something new. */
export default function Guide({ offers }: { offers: boolean }) {
  const asked = useGuide(({ asked }) => asked)
  const { data } = useQuery(guideQuery)
  const { mutate } = useChange(guide.note, { invalidates: [guide.mine], quiet: true })
  // What was noted is not shown again before the server has said so.
  const [seen, setSeen] = useState<readonly string[]>([])
  const note = (what: 'tour' | 'news') => {
    setSeen([...seen, what])
    mutate({ what })
  }
  const openNews = useEffectEvent(() => {
    askGuide(null)
    note('news')
    showHelp({ slug: 'news' })
  })
  useEffect(() => {
    if (asked === 'news') openNews()
  }, [asked])
  if (asked === 'tour' || (offers && data?.tour === true && !seen.includes('tour'))) {
    const over = () => {
      askGuide(null)
      note('tour')
    }
    return <ShellTour onOver={over} />
  }
  const news = offers && !seen.includes('news') ? data?.news : null
  if (news == null) return null
  return <NewsOffer version={news} onLook={() => askGuide('news')} onSeen={() => note('news')} />
}
