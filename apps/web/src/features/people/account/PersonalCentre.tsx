import { ArrowLeftOutlined } from '@ant-design/icons'
import type { Me } from '@drivesim/contract/people/account'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { meQuery } from '../../../api/me.ts'
import { SectionContent } from '../../../parts/SectionContent.tsx'
import { useSections } from '../../../parts/sections.ts'
import { DraggableModal } from '../../../ui/DraggableModal.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import styles from './account.module.css'
import { Overview } from './Overview.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { subPages } from './subPages.ts'

interface Props {
  me: Me
  /** Stands open at first: whoever says 不是我 changes their password. */
  page?: string
  onClosed: () => void
}

/** 个人中心 (spec §2): one's own data, and sub-pages that slide within the dialog. */
export default function PersonalCentre({ me: opened, page: first, onClosed }: Props) {
  const me = useQuery(meQuery).data ?? opened
  const [open, setOpen] = useState(true)
  const [page, setPage] = useState<string | null>(first ?? null)
  const sections = useSections('personalCentre')
  const section = sections.find(({ name }) => name === page)
  const [marked, setMarked] = useState(false)
  const ask = useConfirm()
  const back = () => setPage(null)

  /** What a section has unsaved is asked about before it is thrown away; forms restore without asking. */
  const leave = (go: () => void) => {
    if (section === undefined || !marked) return go()
    ask({
      title: `放弃修改的${section.title}？`,
      consequence: '标为已修改的设置还没有保存，离开后不能恢复。',
      verb: '放弃修改',
      danger: true,
      run: async () => {
        setMarked(false)
        go()
      },
    })
  }
  return (
    <DraggableModal
      title="个人中心"
      open={open}
      width={section === undefined ? 600 : 1080}
      footer={null}
      onCancel={() => leave(() => setOpen(false))}
      afterClose={onClosed}
    >
      <Slide key={page ?? 'overview'} towards={page === null ? 'back' : 'forth'}>
        {page === null && <Overview me={me} others={sections} onOpen={setPage} />}
        {page === 'password' && (
          <SubPageFrame title={subPages.password}>
            <PasswordForm
              isNotMe={first === 'password'}
              onDone={back}
              cancel={<Button onClick={back}>取消</Button>}
            />
          </SubPageFrame>
        )}
        {page === 'profile' && (
          <SubPageFrame title={subPages.profile}>
            <ProfileForm me={me} onDone={back} />
          </SubPageFrame>
        )}
        {section !== undefined && (
          <SubPageFrame title={section.title}>
            <SectionContent section={section} given={{ onMarked: setMarked }} />
            <div className={styles.ends}>
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

function SubPageFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
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
    <div ref={frame} tabIndex={-1} className={styles.slide} data-testid="centre-slide" data-towards={towards}>
      {children}
    </div>
  )
}
