import { courses } from '@drivesim/contract/schools/courses'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useChange } from '../../../api/query.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { useBeforeClose } from '../../../ui/beforeClose.ts'
import { useCan } from '../../../ui/Can.tsx'
import { Panel } from '../../../ui/PageHead.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { moveItem } from '../../../ui/useDragSort.ts'
import { type Offer, OfferedList, OfferName, Price } from './OfferedList.tsx'
import styles from './Offers.module.css'
import { courseReads } from './reads.ts'

/** The offers of a school's app: dragged into order, priced, and saved as a whole. */
export function Offers({ schoolId, stored }: { schoolId: number; stored: readonly Offer[] }) {
  const { message } = App.useApp()
  const mayEdit = useCan('app:edit')
  const save = useChange(courses.saveOfSchool, { invalidates: courseReads })
  const { offered, rest, changed, reset, reorder, change, addOffer, withdraw } = useDraft(stored)
  useBeforeClose(() => changed)

  const submit = async () => {
    const offers = offered.map(({ courseId, price }) => ({ courseId, price }))
    await save.mutateAsync({ schoolId, offers }).then(
      () => {
        reset()
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
              <Button disabled={!changed} onClick={reset}>
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
                onMove: (from, to) => reorder(moveItem(offered, from, to)),
                onPrice: (offer, price) => change(offer.courseId, { price }),
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
            {rest.map(offer => (
              <li key={offer.courseId}>
                <OfferName offer={offer} />
                <Price label="课程价" fen={offer.coursePrice} />
                {mayEdit && (
                  <Button size="small" onClick={() => addOffer(offer)}>
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

/** What is set and not saved yet: which courses are offered, in which order, at which prices. */
function useDraft(stored: readonly Offer[]) {
  const [draft, setDraft] = useState<readonly Offer[] | null>(null)
  const all = draft ?? stored
  const offered = all.filter(offer => offer.offered)
  const rest = all.filter(offer => !offer.offered)
  return {
    offered,
    rest,
    changed: draft !== null && sent(draft) !== sent(stored),
    reset: () => setDraft(null),
    reorder: (list: readonly Offer[]) => setDraft([...list, ...rest]),
    change: (courseId: number, change: Partial<Offer>) =>
      setDraft(all.map(offer => (offer.courseId === courseId ? { ...offer, ...change } : offer))),
    /** Comes last among those offered, and goes first among the others. */
    addOffer: (added: Offer) =>
      setDraft([...offered, { ...added, offered: true }, ...rest.filter(other => other !== added)]),
    withdraw: (removed: Offer) =>
      setDraft([
        ...offered.filter(other => other !== removed),
        { ...removed, offered: false, price: null },
        ...rest,
      ]),
  }
}

/** What a save would send, to see whether anything changed. */
function sent(offers: readonly Offer[]): string {
  return JSON.stringify(offers.filter(offer => offer.offered).map(({ courseId, price }) => [courseId, price]))
}
