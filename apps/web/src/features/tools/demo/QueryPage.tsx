import { Link, useSearchParams } from 'react-router'
import { PageHead } from '../../../ui/PageHead.tsx'

/** /argu/query: a page that shows what its address asks; its `id` says which tab it is. */
export default function QueryPage() {
  const [query] = useSearchParams()
  const entries = [...query]
  return (
    <div className="ui-page">
      <PageHead title="带参路由" />
      <section className="ui-panel">
        {entries.length === 0 ? (
          <p>地址里没有参数，可以在地址后加上 ?id=1 试试。</p>
        ) : (
          <dl className="ui-facts">
            {entries.map(([key, value]) => (
              <div key={`${key}=${value}`}>
                <dt>{key}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        <p>
          <Link to="/argu/query?id=1">id 为 1</Link>　<Link to="/argu/query?id=2">id 为 2</Link>
        </p>
      </section>
    </div>
  )
}
