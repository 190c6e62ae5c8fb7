/** The page's CSP nonce; browsers hide it from selectors, so it is read as a property. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

/**
 * Gives the nonce to every style element that scripts make. antd does so for its own styles, but not for those
 * of its scroll lock and scrollbar measuring, which the page's policy refuses aloud. Scripts that run here are
 * trusted already; styles in injected HTML do not pass this way and stay refused.
 */
export function giveStylesNonce(): void {
  document.createElement = new Proxy(document.createElement, {
    apply(create, self, args) {
      const element: unknown = Reflect.apply(create, self, args)
      if (element instanceof HTMLStyleElement) element.nonce = nonce
      return element
    },
  })
}
