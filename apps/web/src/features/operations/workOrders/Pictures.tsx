import {
  type WorkOrderInfo,
  workOrderPictureKinds,
} from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { dateTime } from '../../../ui/format.ts'
import { Picture } from '../../../ui/picture/Picture.tsx'
import styles from './detail.module.css'

type Pictures = WorkOrderInfo['pictures']

/** Pictures in the order in which they were taken. A click opens the whole picture in another window. */
export function Pictures({ pictures, empty }: { pictures: Pictures; empty: string }) {
  if (pictures.length === 0) return <p className="ui-quiet">{empty}</p>
  return (
    <ul className={styles.pictures}>
      {pictures.map(({ pictureId, kind, url, at, memberName }) => {
        const words = `${workOrderPictureKinds[kind]}，${memberName ?? '扫码上传'}，${dateTime(at)}`
        return (
          <li key={pictureId}>
            <a href={url} target="_blank" rel="noopener noreferrer" aria-label={`查看${words}`} title={words}>
              <Picture src={url} alt={words} />
            </a>
            <span>{workOrderPictureKinds[kind]}</span>
          </li>
        )
      })}
    </ul>
  )
}
