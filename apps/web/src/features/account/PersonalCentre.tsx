import { ArrowLeftOutlined } from '@ant-design/icons'
import type { Me } from '@drivesim/contract/account'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { meQuery } from '../../api/me.ts'
import { DraggableModal } from '../../ui/DraggableModal.tsx'
import { useConfirm } from '../../ui/form/useConfirm.ts'
import { NoticeSettings } from './NoticeSettings.tsx'
import { Overview } from './Overview.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { type SubPage, subPages } from './subPages.ts'
import './account.css'

interface Props {
  me: Me
  onClosed: () => void
}

/** 个人中心 (spec §2): one's own data, and three sub-pages that slide within the dialog. */
export default function PersonalCentre({ me: opened, onClosed }: Props) {
  const me = useQuery(meQuery).data ?? opened
  const [open, setOpen] = useState(true)
  const [page, setPage] = useState<SubPage | null>(null)
  const [marked, setMarked] = useState(false)
  const ask = useConfirm()
  const back = () => setPage(null)

  /** Changed notice rows are asked about before they are thrown away; forms restore without asking. */
  const leave = (go: () => void) => {
    if (!(page === 'notices' && marked)) return go()
    ask({
      title: '放弃修改的通知设置？',
      consequence: '标为已修改的设置还没有保存，离开后不能恢复。',
      verb: '放弃修改',
      danger: true,
      run: async () => go(),
    })
  }
  return (
    <DraggableModal
      title="个人中心"
      open={open}
      width={page === 'notices' ? 1080 : 600}
      footer={null}
      onCancel={() => leave(() => setOpen(false))}
      afterClose={onClosed}
    >
      <Slide key={page ?? 'overview'} towards={page === null ? 'back' : 'forth'}>
        {page === null && <Overview me={me} onOpen={setPage} />}
        {page === 'password' && (
          <SubPageFrame page={page}>
            <PasswordForm onDone={back} cancel={<Button onClick={back}>取消</Button>} />
          </SubPageFrame>
        )}
        {page === 'profile' && (
          <SubPageFrame page={page}>
            <ProfileForm me={me} onDone={back} />
          </SubPageFrame>
        )}
        {page === 'notices' && (
          <SubPageFrame page={page}>
            <NoticeSettings onMarked={setMarked} />
            <div className="centre-ends">
              <Button icon={<ArrowLeftOutlined aria-hidden />} onClick={() => leave(back)}>
                返回
              </Button>
            </div>
          </SubPageFrame>
        )}
      </Slide>
    </DraggableModal>
  )
}

function SubPageFrame({ page, children }: { page: SubPage; children: ReactNode }) {
  return (
    <section aria-label={subPages[page]}>
      <h2 className="centre-title">{subPages[page]}</h2>
      {children}
    </section>
  )
}

/** Comes in from the side it lies on, and takes the focus, which stood on a button that is gone. */
function Slide({ towards, children }: { towards: 'forth' | 'back'; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!frame.current?.contains(document.activeElement)) frame.current?.focus()
  }, [])
  return (
    <div ref={frame} tabIndex={-1} className="centre-slide" data-towards={towards}>
      {children}
    </div>
  )
}
