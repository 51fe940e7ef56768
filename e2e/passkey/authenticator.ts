import type { Page } from '@playwright/test'

/** A device of the browser's own making that keeps keys, and says yes whenever it is asked. */
export interface Device {
  /** How many keys it keeps. */
  count(): Promise<number>
}

/** Makes the browser one that does not suggest passkeys in fields: it waits for the button. */
export async function withoutSuggestions(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.set(PublicKeyCredential, 'isConditionalMediationAvailable', async () => false))
}

/** Plugs a device into the browser: one with a fingerprint reader built in, or a key on a USB port. */
export async function plugIn(page: Page, kind: 'built-in' | 'usb'): Promise<Device> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const isBuiltIn = kind === 'built-in'
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: isBuiltIn ? 'internal' : 'usb',
      hasResidentKey: isBuiltIn,
      hasUserVerification: isBuiltIn,
      isUserVerified: isBuiltIn,
      automaticPresenceSimulation: true,
    },
  })
  return {
    async count() {
      return (await browser.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length
    },
  }
}
