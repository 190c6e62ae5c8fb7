import { App, Button } from 'antd'
import { Link } from 'react-router'
import './page.css'

/** Long enough to be read and reached. */
const seconds = 6

/** What people mostly do next. */
interface Next {
  readonly word: string
  readonly onPress: () => void
}

/** Says that a record was made, and leads to it: to its page, or to its row where it has none; and to what comes next. */
export function useAddedMessage(): (what: string, path: string, next?: Next) => void {
  const { message } = App.useApp()
  return (what, path, next) =>
    void message.success({
      key: path,
      duration: seconds,
      content: (
        <>
          <span>已新增{what}</span>
          <Link className="ui-made" to={path} onClick={() => message.destroy(path)}>
            查看
          </Link>
          {next !== undefined && (
            <Button
              type="link"
              size="small"
              onClick={() => {
                message.destroy(path)
                next.onPress()
              }}
            >
              {next.word}
            </Button>
          )}
        </>
      ),
    })
}
