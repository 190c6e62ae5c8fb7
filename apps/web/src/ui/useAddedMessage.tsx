import { App } from 'antd'
import { Link } from 'react-router'
import './page.css'

/** Long enough to be read and reached. */
const seconds = 6

/** Says that a record was made, and leads to it: to its page, or to its row where it has none. */
export function useAddedMessage(): (what: string, path: string) => void {
  const { message } = App.useApp()
  return (what, path) =>
    void message.success({
      key: path,
      duration: seconds,
      content: (
        <>
          <span>已新增{what}</span>
          <Link className="ui-made" to={path} onClick={() => message.destroy(path)}>
            查看
          </Link>
        </>
      ),
    })
}
