import type { SettingsFlow } from '@gatehouse/contract/flows'
import { useEffect } from 'react'

/** Parts of the settings whose change a device with passkeys should hear of. */
const heardOf: ReadonlySet<string> = new Set(['passkey', 'profile'])

/** After a saved change of passkeys or of the name, tells the device. `answered` is the part that was saved. */
export function useKeySignals({ state, ui: { nodes } }: SettingsFlow, answered: string | undefined): void {
  const isDue = state === 'success' && answered !== undefined && heardOf.has(answered)
  useEffect(() => {
    if (!isDue || typeof PublicKeyCredential === 'undefined') return
    void import('./signal-keys.ts').then(({ signalKeys }) => signalKeys(nodes))
  }, [isDue, nodes])
}
