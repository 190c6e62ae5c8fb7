import { type MemberDetail, type MemberRow, memberErrors, members } from '@drivesim/contract/people/members'
import { givenLinkHours } from '@drivesim/contract/trust/contactKinds'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { type ReactNode, useState } from 'react'
import { meQuery } from '../../../api/me.ts'
import { query, useChange } from '../../../api/query.ts'
import { Reveal } from '../../../parts/Reveal.tsx'
import { ReasonForm } from '../../../ui/form/ReasonForm.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import type { RowAction } from '../../../ui/list/types.ts'
import { useAddedMessage } from '../../../ui/useAddedMessage.tsx'
import { FirstPassword } from './FirstPassword.tsx'
import { AddMember, EditMember } from './MemberForm.tsx'
import { ResetFactors } from './ResetFactors.tsx'
import { memberReads } from './reads.ts'

type Dialog =
  | { kind: 'add' }
  | { kind: 'edit'; member: MemberDetail }
  | { kind: 'reveal' | 'attest' | 'factors'; member: MemberRow }
  | {
      kind: 'password'
      userAccount: string
      firstPassword: string | null
      /** Of somebody who was just added. */
      added?: { userId: number; userName: string }
    }

interface MemberActions {
  of: (member: MemberRow) => RowAction[]
  add: () => void
  /** 当面核实, where somebody may know how to sign in as them. */
  attest: (member: MemberRow) => void
  dialogs: ReactNode
}

/** The actions on members, the same in lists and on the detail page; a new one is of this school, where there is one. */
export function useMemberActions(schoolId?: number): MemberActions {
  const [dialog, open] = useState<Dialog | null>(null)
  const client = useQueryClient()
  const toggle = useToggle()
  const resetPassword = useResetPassword((userAccount, firstPassword) =>
    open({ kind: 'password', userAccount, firstPassword }),
  )
  const signOutEverywhere = useSignOutEverywhere()
  const isOneself = useIsOneself()

  const edit = async ({ userId }: MemberRow) => {
    const member = await client.fetchQuery({ ...query(members.info, { userId }), staleTime: 0 })
    open({ kind: 'edit', member })
  }
  const of = (member: MemberRow): RowAction[] => [
    { label: '编辑', onAct: () => void edit(member) },
    toggle(member),
    resetPassword(member),
    {
      label: '重置两步验证',
      reason: isOneself(member) ? memberErrors.notResetOneself.sentence() : null,
      onAct: () => open({ kind: 'factors', member }),
    },
    signOutEverywhere(member),
    {
      label: '查看手机号',
      reason: member.userPhone === null ? '该成员没有填写手机号' : null,
      onAct: () => open({ kind: 'reveal', member }),
    },
  ]
  const dialogs = dialog && (
    <Dialogs dialog={dialog} schoolId={schoolId} onOpen={open} onClosed={() => open(null)} />
  )
  return {
    of,
    add: () => open({ kind: 'add' }),
    attest: member => open({ kind: 'attest', member }),
    dialogs,
  }
}

function useIsOneself() {
  const myself = useQuery(meQuery).data?.userId
  return ({ userId }: MemberRow) => userId === myself
}

/** 停用 and 启用 */
function useToggle() {
  const confirm = useConfirm()
  const isOneself = useIsOneself()
  const disable = useChange(members.disable, { invalidates: memberReads })
  const enable = useChange(members.enable, { invalidates: memberReads })
  return (member: MemberRow): RowAction => {
    const { userId, userName, enabled } = member
    const verb = enabled ? '停用成员' : '启用成员'
    return {
      label: enabled ? '停用' : '启用',
      reason: isOneself(member) ? memberErrors.notDisableOneself.sentence() : null,
      onAct: () =>
        confirm({
          title: `${verb}“${userName}”？`,
          consequence: enabled
            ? '停用后立即退出全部登录，不能再登录；以往的操作记录保留，之后可以重新启用。'
            : '启用后可以用原来的密码登录。',
          verb,
          danger: enabled,
          run: () => (enabled ? disable : enable).mutateAsync({ userId }),
        }),
    }
  }
}

/** 重置密码 */
function useResetPassword(onReset: (userAccount: string, firstPassword: string | null) => void) {
  const confirm = useConfirm()
  const isOneself = useIsOneself()
  const { message } = App.useApp()
  const reset = useChange(members.resetPassword, { invalidates: memberReads })
  return (member: MemberRow): RowAction => ({
    label: '重置密码',
    reason: isOneself(member) ? memberErrors.notResetOneself.sentence() : null,
    onAct: () =>
      confirm({
        title: `重置“${member.userName}”的密码？`,
        consequence:
          '原密码立即失效，全部登录退出。邮箱已验证的成员会收到设置新密码的邮件；其他成员的初始密码只显示一次，登录后必须修改。',
        verb: '重置密码',
        danger: true,
        run: async () => {
          const { firstPassword, sentTo } = await reset.mutateAsync({ userId: member.userId })
          if (sentTo === null) return onReset(member.userAccount, firstPassword)
          void message.success(`设置新密码的链接已发送到 ${sentTo}，${givenLinkHours} 小时内有效`)
        },
      }),
  })
}

/** 下线全部设备 */
function useSignOutEverywhere() {
  const confirm = useConfirm()
  const isOneself = useIsOneself()
  const signOut = useChange(members.signOutEverywhere, { invalidates: memberReads })
  return (member: MemberRow): RowAction => ({
    label: '下线全部设备',
    reason: member.enabled ? null : memberErrors.memberAlreadySo.sentence('停用'),
    onAct: () =>
      confirm({
        title: `下线“${member.userName}”的全部登录设备？`,
        consequence: isOneself(member)
          ? '包括您正在使用的这一台，需要重新登录。'
          : '正在使用的页面会回到登录页，没有保存的内容会丢失；成员可以重新登录。',
        verb: '全部下线',
        danger: true,
        run: () => signOut.mutateAsync({ userId: member.userId }),
      }),
  })
}

interface DialogsProps {
  dialog: Dialog
  schoolId: number | undefined
  onOpen: (dialog: Dialog) => void
  onClosed: () => void
}

function Dialogs({ dialog, schoolId, onOpen, onClosed }: DialogsProps) {
  const made = useAddedMessage()
  switch (dialog.kind) {
    case 'add':
      return (
        <AddMember
          schoolId={schoolId}
          onAdded={({ userAccount, ...added }, firstPassword) =>
            onOpen({ kind: 'password', userAccount, firstPassword, added })
          }
          onClosed={onClosed}
        />
      )
    case 'edit':
      return <EditMember member={dialog.member} onClosed={onClosed} />
    case 'attest':
      return (
        <ReasonForm
          endpoint={members.attest}
          of={{ userId: dialog.member.userId }}
          reads={memberReads}
          title={`当面核实“${dialog.member.userName}”`}
          verb="当面核实"
          consequence="确认见过本人，密码由本人修改过、只有本人知道，手机号和邮箱是本人的。确认后该成员可以审批关联人提交的申请。"
          onClosed={onClosed}
        />
      )
    case 'factors':
      return (
        <ResetFactors
          member={dialog.member}
          onReset={firstPassword =>
            onOpen({ kind: 'password', userAccount: dialog.member.userAccount, firstPassword })
          }
          onClosed={onClosed}
        />
      )
    case 'reveal':
      return (
        <Reveal
          what="手机号"
          name={dialog.member.userName}
          endpoint={members.reveal}
          of={{ userId: dialog.member.userId }}
          words={{ phone: '手机号' }}
          onClosed={onClosed}
        />
      )
    case 'password':
      return (
        <FirstPassword
          userAccount={dialog.userAccount}
          firstPassword={dialog.firstPassword}
          onClosed={() => {
            onClosed()
            const { added } = dialog
            if (added) made(`成员“${added.userName}”`, `/system/memberDetail?userId=${added.userId}`)
          }}
        />
      )
  }
}
