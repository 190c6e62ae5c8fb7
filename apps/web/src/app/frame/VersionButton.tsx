import { SyncOutlined } from '@ant-design/icons'
import { useNewerVersion } from '../../api/version.ts'
import { texts } from '../texts.ts'
import styles from './Header.module.css'

/**
 * Offers to load the page anew once the server has a newer one. It moves nothing, and waits: what is being typed is the
 * person's, whom the browser asks about it before the page goes.
 */
export function VersionButton() {
  const newer = useNewerVersion(state => state.newer)
  return (
    <span role="status">
      {newer !== null && (
        <button
          type="button"
          className={styles.version}
          title={texts.newVersionHint}
          onClick={() => location.reload()}
        >
          <SyncOutlined />
          <span>{texts.newVersion}</span>
        </button>
      )}
    </span>
  )
}
