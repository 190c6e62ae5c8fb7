import { Suspense } from 'react'
import { lazyPage } from '../../app/screens/lazyPage.ts'
import { BlockSkeleton } from '../../ui/states.tsx'
import type { CodeReaderProps } from './CodeReader.tsx'

const CodeReader = lazyPage<CodeReaderProps>(() => import('./CodeReader.tsx'))

/** {@link CodeReader}, whose code comes when somebody scans. */
export function CameraReader(props: CodeReaderProps) {
  return (
    <Suspense fallback={<BlockSkeleton height={240} />}>
      <CodeReader {...props} />
    </Suspense>
  )
}
