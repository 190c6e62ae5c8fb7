import { Alert, Button } from 'antd'

interface Props {
  onRestore: () => void
  onDrop: () => void
}

/** What was typed here before the session was ended from elsewhere is offered. */
export function KeptPanel({ onRestore, onDrop }: Props) {
  return (
    <Alert
      className="ui-stale"
      type="info"
      title="登录中断前在这里填写的内容还在"
      description={
        <>
          <Button type="primary" onClick={onRestore}>
            恢复填写
          </Button>
          <Button onClick={onDrop}>不用了</Button>
        </>
      }
    />
  )
}
