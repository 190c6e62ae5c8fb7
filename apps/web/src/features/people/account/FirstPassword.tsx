import type { Me } from '@drivesim/contract/people/account'
import { Alert, Button } from 'antd'
import { useLogout } from '../../../app/frame/useLogout.ts'
import { DraggableModal } from '../../../ui/DraggableModal.tsx'
import styles from './account.module.css'
import { PasswordForm } from './PasswordForm.tsx'
import { subPages } from './subPages.ts'

/** The first sign-in with a password that somebody else gave: 个人中心 stands open on 修改密码 until it is done. */
export default function FirstPassword({ me }: { me: Me }) {
  const askLogout = useLogout()
  return (
    <DraggableModal
      title="个人中心"
      open
      width={600}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={null}
    >
      <section aria-label={subPages.password}>
        <h2 className={styles.title}>{subPages.password}</h2>
        <Alert
          className={styles.first ?? ''}
          type="info"
          showIcon
          title={`${me.userName}，您好。您的密码由管理员设置，请先改成只有自己知道的密码，再开始使用。`}
        />
        {/* The person is read again once it is done, and the shell takes this place. */}
        <PasswordForm onDone={() => undefined} cancel={<Button onClick={askLogout}>退出登录</Button>} />
      </section>
    </DraggableModal>
  )
}
