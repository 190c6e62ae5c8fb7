import { LazyPart, lazyPart } from '../../ui/LazyPart.tsx'
import { BlockSkeleton } from '../../ui/states.tsx'
import type { CodeReaderProps } from './CodeReader.tsx'

const CodeReader = lazyPart<CodeReaderProps>(() => import('./CodeReader.tsx'))

/** {@link CodeReader}; its code is loaded when somebody scans. */
export function CameraReader(props: CodeReaderProps) {
  return (
    <LazyPart waiting={<BlockSkeleton height={240} />}>
      <CodeReader {...props} />
    </LazyPart>
  )
}
