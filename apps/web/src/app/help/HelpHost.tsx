import { memo, useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { useNavigate } from 'react-router'
import { hideHelp, showHelp, useHelp } from '../../ui/help/help.ts'
import { loadTerms } from '../../ui/help/terms.ts'
import { LazyOverlay, lazyPart } from '../../ui/LazyPart.tsx'
import { useAddress } from '../guard/WindowRouter.tsx'

/** The first page has other things to do. */
const termsAfterMs = 3000

const HelpDrawer = lazyPart(() => import('./HelpDrawer.tsx'))

/** Where the manual stands while it is open; its code comes with the first look into it. An address opens it by `?help=contracts#押金`. */
export const HelpHost = memo(function HelpHost() {
  const open = useHelp(({ open }) => open)
  useAskedPlace()
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

/** Takes what the window's address asks for out of it, and opens it. */
function useAskedPlace(): void {
  const { pathname, search } = useAddress()
  const navigate = useNavigate()
  const asked = new URLSearchParams(search).get('help')
  const obey = useEffectEvent((place: string) => {
    const rest = new URLSearchParams(search)
    rest.delete('help')
    void navigate({ pathname, search: rest.toString() }, { replace: true })
    const [slug = '', anchor] = place.split('#')
    showHelp({ slug, anchor })
  })
  useEffect(() => {
    if (asked !== null) obey(asked)
  }, [asked])
}
