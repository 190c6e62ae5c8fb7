import type { Page } from '@playwright/test'

interface Authenticator {
  /** From now on nobody confirms. */
  leave(): Promise<void>
  lose(): Promise<void>
}

/** Gives a page's browser an authenticator that makes passkeys and confirms its person at once. */
export async function withAuthenticator(page: Page): Promise<Authenticator> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    async leave() {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    },
    async lose() {
      await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    },
  }
}
