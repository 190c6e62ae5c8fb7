import { showHelp } from './help.ts'

/** Where there is nothing yet: how the page is used. */
export function HelpLink() {
  return (
    <button type="button" className="ui-link-button" onClick={() => showHelp()}>
      怎么用这个页面
    </button>
  )
}
