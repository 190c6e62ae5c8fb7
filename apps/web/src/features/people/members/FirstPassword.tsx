import { firstPasswordDays } from '@drivesim/contract/people/account'
import { ShownOnce } from '../../../ui/ShownOnce.tsx'

interface Props {
  userAccount: string
  firstPassword: string | null
  onClosed: () => void
}

/** The password that a member signs in with first, shown this once. */
export function FirstPassword({ userAccount, firstPassword, onClosed }: Props) {
  return (
    <ShownOnce
      title={`账号 ${userAccount} 的初始密码`}
      what="密码"
      secret={firstPassword}
      warning="密码只显示这一次，关闭后不能再查看。请现在交给成员本人。"
      lost="密码已经显示过一次，不能再次查看。如未保存，请重置密码。"
      note={`请成员在 ${firstPasswordDays} 天内用它登录，并先改成自己的密码；过期后需要重置密码。`}
      onClosed={onClosed}
    />
  )
}
