import { ToolOutlined } from '@ant-design/icons'
import styles from './UnderConstruction.module.css'

/** Stands in for the pages of domains that are not built yet; `e2e/support/routes.ts` marks them. */
export function UnderConstruction() {
  return (
    <section className={styles.page}>
      <ToolOutlined className={styles.icon ?? ''} />
      <h1>建设中</h1>
      <p>这个页面正在建设，完成后会出现在这里。</p>
    </section>
  )
}
