import { memo, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { hideHelp, showHelp, useHelp } from '../../ui/help/help.ts'
import { loadTerms } from '../../ui/help/terms.ts'
import { LazyOverlay, lazyPart } from '../../ui/LazyPart.tsx'
import { useAddressParam } from '../../ui/useAddressParam.ts'

/** The first page has other things to do. */
const termsAfterMs = 3000

const HelpDrawer = lazyPart(() => import('./HelpDrawer.tsx'))

/** Where the manual stands while it is open; its code comes with the first look into it. An address opens it by `?help=contracts#押金`. */
export const HelpHost = memo(function HelpHost() {
  const open = useHelp(({ open }) => open)
  useAddressParam('help', value => {
    const [slug = '', anchor] = value.split('#')
    showHelp({ slug, anchor })
  })
  useEffect(() => {
    const later = setTimeout(() => void loadTerms().catch(() => undefined), termsAfterMs)
    return () => clearTimeout(later)
  }, [])
  if (!open) return null
  return createPortal(
    <LazyOverlay onClosed={hideHelp}>
      <HelpDrawer />
    </LazyOverlay>,
    document.body,
  )
})
