import { CheckCircleFilled } from '@ant-design/icons'
import { type AccessCode, mayUse } from '@drivesim/contract/access'
import { deviceErrors } from '@drivesim/contract/devices/devices/deviceShapes'
import {
  type OrganisationRow,
  type SchoolInfo,
  type SetupStep,
  setupSteps,
} from '@drivesim/contract/schools/organisations/organisationShapes'
import { useNavigate } from 'react-router'
import { useManagesPlatform } from '../../../api/managesPlatform.ts'
import { useHeldCodes } from '../../../api/me.ts'
import { pagesOfApp } from '../../../parts/AppFrame.tsx'
import { schoolPath } from '../../../parts/SchoolLink.tsx'
import { ActButton } from '../../../ui/ActButton.tsx'
import { number } from '../../../ui/format.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import styles from './school.module.css'

interface Look {
  readonly title: string
  readonly why: string
  readonly verb: string
  /** Of what there is: `2 间教室`. */
  readonly unit: string
  readonly code: AccessCode
  /** Where it is done, the school filled in. */
  readonly to: (schoolId: number) => string
}

const looks: Readonly<Record<SetupStep, Look>> = {
  classrooms: {
    title: '教室',
    why: '放模拟器',
    verb: '新增教室',
    unit: '间教室',
    code: 'organ:edit',
    to: schoolId => `${schoolPath(schoolId)}&act=add`,
  },
  devices: {
    title: '设备',
    why: '登记到教室',
    verb: '新增设备',
    unit: '台设备',
    code: 'device:edit',
    to: schoolId => `${schoolPath(schoolId)}&tab=devices&act=add`,
  },
  members: {
    title: '成员',
    why: '登录后台',
    verb: '新增成员',
    unit: '名成员',
    code: 'system:user',
    to: schoolId => `${schoolPath(schoolId)}&tab=members&act=add`,
  },
  courses: {
    title: '课程与报价',
    why: '在应用里出售',
    verb: '配置课程',
    unit: '门在售课程',
    code: 'app:edit',
    to: schoolId => `${pagesOfApp.courseConfig.path}${schoolId}`,
  },
  contracts: {
    title: '合同',
    why: '约定分成或租金',
    verb: '新增合同',
    unit: '份有效合同',
    code: 'finance:edit',
    to: schoolId => `${schoolPath(schoolId)}&tab=contracts&act=add`,
  },
}

interface Props {
  school: OrganisationRow
  setup: SchoolInfo['setup']
}

/** What a new school still needs, one after the other; nothing once all is there. */
export function SchoolSetup({ school, setup }: Props) {
  const done = setupSteps.filter(step => setup[step] > 0).length
  if (done === setupSteps.length) return null
  const next = setupSteps.find(step => setup[step] === 0)
  return (
    <Panel
      title="开通步骤"
      className={styles.setup}
      extra={
        <span className="ui-quiet">
          已完成 {done} / {setupSteps.length} 步
        </span>
      }
    >
      <ol className={styles.steps}>
        {setupSteps.map((step, index) => {
          const { title, why, unit } = looks[step]
          const count = setup[step]
          return (
            <li key={step} data-done={count > 0} aria-current={step === next ? 'step' : undefined}>
              {count > 0 ? (
                <CheckCircleFilled className={styles.mark ?? ''} aria-label="已完成" />
              ) : (
                <span className={`${styles.mark} ${styles.number}`}>{index + 1}</span>
              )}
              <span className={styles.words}>
                <strong>{title}</strong>
                <span className="ui-quiet">{count > 0 ? `${number(count)} ${unit}` : why}</span>
              </span>
              {count === 0 && <Way step={step} first={step === next} school={school} setup={setup} />}
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}

/** The button to a step; who may not do it is told who does. */
function Way({ step, first, school, setup }: Props & { step: SetupStep; first: boolean }) {
  const navigate = useNavigate()
  const { code, verb, to } = looks[step]
  const ofPlatform = useManagesPlatform()
  const hasCode = mayUse([code], useHeldCodes())
  if (hasCode && step === 'contracts' && ofPlatform === null) return null
  const may = hasCode && (step !== 'contracts' || ofPlatform)
  if (!may) return <span className="ui-quiet">由平台管理员完成</span>
  return (
    <ActButton
      size="small"
      type={first ? 'primary' : 'default'}
      reason={obstacle(step, school, setup)}
      onClick={() => void navigate(to(school.organizationId))}
    >
      {verb}
    </ActButton>
  )
}

function obstacle(step: SetupStep, { name, state }: OrganisationRow, { classrooms }: SchoolInfo['setup']) {
  const building = step === 'classrooms' || step === 'devices'
  if (building && state === 'disabled') return deviceErrors.organisationDisabled.sentence(name)
  if (step === 'devices' && classrooms === 0) return '设备要登记到教室里，请先新增教室'
  return null
}
