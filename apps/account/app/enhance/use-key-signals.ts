import type { SettingsFlow } from '@gatehouse/contract/flows'
import { useEffect } from 'react'

/** Parts of the settings whose change is reported to a device with passkeys. */
const heardOf: ReadonlySet<string> = new Set(['passkey', 'profile'])

/** After a saved change of passkeys or of the name, reports it to the device. `answered` is the saved part. */
export function useKeySignals({ state, ui: { nodes } }: SettingsFlow, answered: string | undefined): void {
  const isDue = state === 'success' && answered !== undefined && heardOf.has(answered)
  useEffect(() => {
    if (!isDue || typeof PublicKeyCredential === 'undefined') return
    void import('./signal-keys.ts').then(({ signalKeys }) => signalKeys(nodes))
  }, [isDue, nodes])
}
