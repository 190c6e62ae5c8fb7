import { prefetchScreen } from './app/guard/route.ts'
import { Shell } from './app/guard/Shell.tsx'
import { askBeforeUnload } from './app/tabs/unsaved.ts'
import { Product } from './Product.tsx'
import { screens } from './screens.ts'

/** One element for good: what a navigation changes is read further in, and not rendered from here. */
const product = (
  <Product>
    <Shell />
  </Product>
)

askBeforeUnload()

/** Everything behind the sign-in. */
export default function SignedIn() {
  return product
}

/** Fetches the code of the page at an address, before it is known who asks; settles in any case. */
export function prefetchPage(pathname: string): Promise<void> {
  return prefetchScreen(screens, pathname)
}
