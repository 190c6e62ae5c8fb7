import { courses } from '@drivesim/contract/schools/courses'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useChange } from '../../../api/query.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { useBeforeClose } from '../../../ui/beforeClose.ts'
import { useCan } from '../../../ui/Can.tsx'
import { Panel } from '../../../ui/PageHead.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { moved } from '../../../ui/useDragSort.ts'
import { type Offer, OfferedList, OfferName, Price } from './OfferedList.tsx'
import styles from './Offers.module.css'
import { courseReads } from './reads.ts'

/** The offers of a school's app: dragged into order, priced, and saved as a whole. */
export function Offers({ schoolId, stored }: { schoolId: number; stored: readonly Offer[] }) {
  const { message } = App.useApp()
  const mayEdit = useCan('app:edit')
  const save = useChange(courses.saveOfSchool, { invalidates: courseReads })
  const [draft, setDraft] = useState<readonly Offer[] | null>(null)
  const all = draft ?? stored
  const offered = all.filter(offer => offer.offered)
  const rest = all.filter(offer => !offer.offered)
  const changed = draft !== null && sent(draft) !== sent(stored)
  useBeforeClose(() => changed)

  const reorder = (list: readonly Offer[]) => setDraft([...list, ...rest])
  const change = (courseId: number, change: Partial<Offer>) =>
    setDraft(all.map(offer => (offer.courseId === courseId ? { ...offer, ...change } : offer)))
  // Comes last among those offered, and goes first among the others.
  const offer = (one: Offer) =>
    setDraft([...offered, { ...one, offered: true }, ...rest.filter(other => other !== one)])
  const withdraw = (one: Offer) =>
    setDraft([...offered.filter(other => other !== one), { ...one, offered: false, price: null }, ...rest])

  const submit = async () => {
    const offers = offered.map(({ courseId, price }) => ({ courseId, price }))
    await save.mutateAsync({ schoolId, offers }).then(
      () => {
        setDraft(null)
        message.success('课程配置已保存')
      },
      // Its sentence was shown by the call; what was set stays.
      () => undefined,
    )
  }
  return (
    <>
      <Panel
        title={`在售课程（${offered.length}）`}
        extra={
          mayEdit && (
            <div className="ui-panel-extra">
              {changed && <span className={styles.unsaved}>有未保存的修改</span>}
              <Button disabled={!changed} onClick={() => setDraft(null)}>
                恢复
              </Button>
              <ActButton
                type="primary"
                loading={save.isPending}
                reason={changed ? null : '没有需要保存的修改'}
                onClick={() => void submit()}
              >
                保存课程配置
              </ActButton>
            </div>
          )
        }
      >
        {offered.length === 0 ? (
          <EmptyState title="还没有在售课程" hint="在下面选择课程上架，学员在应用中就能购买" />
        ) : (
          <OfferedList
            offers={offered}
            {...(mayEdit && {
              edit: {
                onMove: (from, to) => reorder(moved(offered, from, to)),
                onPrice: (one, price) => change(one.courseId, { price }),
                onWithdraw: withdraw,
              },
            })}
          />
        )}
      </Panel>
      <Panel title={`未上架课程（${rest.length}）`}>
        {rest.length === 0 ? (
          <p className="ui-quiet">全部启用的课程都已上架。</p>
        ) : (
          <ul className={styles.offers} aria-label="未上架课程">
            {rest.map(one => (
              <li key={one.courseId}>
                <OfferName offer={one} />
                <Price label="课程价" fen={one.coursePrice} />
                {mayEdit && (
                  <Button size="small" onClick={() => offer(one)}>
                    上架
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </>
  )
}

/** What a save would send, to see whether anything changed. */
function sent(offers: readonly Offer[]): string {
  return JSON.stringify(offers.filter(offer => offer.offered).map(({ courseId, price }) => [courseId, price]))
}
