import { Link, useParams } from 'react-router'
import { PageHead } from '../../../ui/PageHead.tsx'

/** /argu/params/{id}: a page with a parameter in its path. Another id is another tab. */
export default function ParamsPage() {
  const { id = '' } = useParams()
  const next = Number.isSafeInteger(Number(id)) ? Number(id) + 1 : 1
  return (
    <div className="ui-page">
      <PageHead title="动态路由参数" />
      <section className="ui-panel">
        <p>
          地址里的参数 id：<strong data-testid="param-id">{id}</strong>
        </p>
        <Link to={`/argu/params/${next}`}>打开 id 为 {next} 的页面</Link>
      </section>
    </div>
  )
}
