import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from '@ant-design/icons'
import type { DataOf } from '@drivesim/contract/endpoint'
import type { courses } from '@drivesim/contract/schools/courses'
import { Button } from 'antd'
import { gearName } from '../../../parts/gearTypes.ts'
import { YuanInput } from '../../../ui/form/YuanInput.tsx'
import { duration, money } from '../../../ui/format.ts'
import { useDragSort } from '../../../ui/useDragSort.ts'
import styles from './Offers.module.css'

export type Offer = DataOf<typeof courses.ofSchool>[number]

interface ListProps {
  offers: readonly Offer[]
  /** For who may change them. */
  edit?: {
    onMove: (from: number, to: number) => void
    onPrice: (offer: Offer, price: number | null) => void
    onWithdraw: (offer: Offer) => void
  }
}

/** What a school's app offers, in its order. */
export function OfferedList({ offers, edit }: ListProps) {
  const sorting = useDragSort((from, to) => edit?.onMove(from, to))
  return (
    <ol className={styles.offers} aria-label="在售课程">
      {offers.map((offer, index) => (
        <li key={offer.courseId} {...(edit && sorting.of(index))}>
          {edit && <HolderOutlined className={styles.handle} aria-hidden />}
          <span className={`${styles.place} ui-digits`}>{index + 1}</span>
          <OfferName offer={offer} />
          <Price label="课程价" fen={offer.coursePrice} />
          {edit ? (
            <div className={styles.priceInput}>
              <YuanInput
                aria-label={`${offer.courseName}的价格`}
                innerLabel="本校价"
                placeholder="同课程价"
                value={offer.price}
                onChange={price => edit.onPrice(offer, price)}
              />
            </div>
          ) : (
            <Price label="本校价" fen={offer.price ?? offer.coursePrice} />
          )}
          {edit && (
            <span className={styles.moves}>
              <Button
                type="text"
                size="small"
                aria-label={`上移${offer.courseName}`}
                icon={<ArrowUpOutlined />}
                disabled={index === 0}
                onClick={() => edit.onMove(index, index - 1)}
              />
              <Button
                type="text"
                size="small"
                aria-label={`下移${offer.courseName}`}
                icon={<ArrowDownOutlined />}
                disabled={index === offers.length - 1}
                onClick={() => edit.onMove(index, index + 1)}
              />
              <Button size="small" onClick={() => edit.onWithdraw(offer)}>
                下架
              </Button>
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}

export function OfferName({ offer }: { offer: Offer }) {
  return (
    <span className={styles.offerName}>
      <strong>{offer.courseName}</strong>
      <span className="ui-quiet">
        {gearName(offer.gearType)} · {duration(offer.minutes * 60)}
        {offer.floorPrice > 0 && ` · 平台底价 ${money(offer.floorPrice)}`}
      </span>
    </span>
  )
}

export function Price({ label, fen }: { label: string; fen: number }) {
  return (
    <span className={styles.price}>
      <span className="ui-quiet">{label}</span>
      <span className="ui-digits">{money(fen)}</span>
    </span>
  )
}
