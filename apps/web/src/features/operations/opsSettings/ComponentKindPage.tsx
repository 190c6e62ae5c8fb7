import { PageTabs } from '../../../ui/PageTabs.tsx'
import { ComponentList } from './ComponentList.tsx'
import { PartList } from './PartList.tsx'

/** 部件类型, with their spare parts. */
export default function ComponentKindPage() {
  return (
    <PageTabs
      label="部件"
      tabs={[
        { name: 'components', title: '部件类型', content: <ComponentList /> },
        { name: 'parts', title: '配件', content: <PartList /> },
      ]}
    />
  )
}
