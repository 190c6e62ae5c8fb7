import { CheckCircleOutlined, ClockCircleOutlined } from '@ant-design/icons'
import { type FirstDayStep, guide } from '@drivesim/contract/tools/guide'
import { Link } from 'react-router'
import { useHeldCodes } from '../../../api/me.ts'
import { useChange } from '../../../api/query.ts'
import { actsOf } from '../../../app/guard/route.ts'
import { useScreens } from '../../../app/screens/screenIndex.ts'
import { showHelp } from '../../../ui/help/help.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import { StateTag } from '../../../ui/StateTag.tsx'
import { Button } from '../../../ui/speed/Button.tsx'
import styles from './firstDays.module.css'
import { firstDays, type Setup } from './firstDays.ts'

interface Step {
  /** As the manual's section is called. */
  readonly title: string
  readonly why: string
  /** The act of a page that does it; without one, or where it is not theirs, the manual says how it is done. */
  readonly act?: string
}

const steps: Readonly<Record<FirstDayStep, Step>> = {
  address: { title: '访问地址和证书', why: '二维码、邮件和短信里的链接都用它，标签印一次要扫好几年。' },
  notices: { title: '邮件或短信', why: '有了它，提醒送得到人，忘记密码的人可以自己重设。' },
  school: { title: '第一所驾校', why: '学员、设备和账单都属于一所驾校。', act: '新增驾校' },
  classroom: { title: '教室', why: '每台设备放在一间教室里。' },
  device: { title: '设备和密钥', why: '新增设备时得到它的密钥，设备用密钥连上来。', act: '新增设备' },
  message: { title: '第一台设备的消息', why: '收到真实设备的第一条消息，才知道连接是通的。' },
  roles: { title: '角色', why: '每个人只得到自己工作要用的权限。', act: '新增角色' },
  members: { title: '成员', why: '每个人用自己的账号，操作日志才说得清是谁做的。', act: '新增成员' },
  backup: { title: '备份', why: '磁盘坏了，只有备份能把数据找回来。' },
}

/** 开始使用: what a new installation still needs, ticked from what is there. */
export default function FirstDays({ lines }: Setup) {
  const close = useChange(guide.note, { invalidates: [guide.mine] })
  const acts = actsOf(useScreens(), useHeldCodes())
  return (
    <Panel
      title={firstDays.title}
      extra={
        <>
          <span className="ui-quiet">{firstDays.progress({ lines })}</span>
          <Button
            type="text"
            className={styles.close}
            disabled={close.isPending}
            onClick={() => close.mutate({ what: 'setup' })}
          >
            不再显示
          </Button>
        </>
      }
    >
      <ul className={styles.lines} id={firstDays.id}>
        {lines.map(({ key, done }) => (
          <li key={key}>
            <StateTag
              tone={done ? 'good' : 'quiet'}
              icon={done ? <CheckCircleOutlined aria-hidden /> : <ClockCircleOutlined aria-hidden />}
            >
              {done ? '已完成' : '未完成'}
            </StateTag>
            <span className={styles.what}>
              <b>{steps[key].title}</b>
              <span className="ui-quiet">{steps[key].why}</span>
            </span>
            {!done && <Way step={steps[key]} to={acts.find(({ title }) => title === steps[key].act)?.to} />}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Way({ step: { title, act }, to }: { step: Step; to: string | undefined }) {
  if (to !== undefined)
    return (
      <Link className="ui-link-button" to={to}>
        {act}
      </Link>
    )
  return (
    <Button aria-label={`怎么做：${title}`} onClick={() => showHelp({ slug: 'first-day', anchor: title })}>
      怎么做
    </Button>
  )
}
