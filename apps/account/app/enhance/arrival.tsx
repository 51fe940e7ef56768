import { type ComponentType, useEffect, useState } from 'react'
import type { PasskeyOfferProps } from './passkey-offer.tsx'

/**
 * On the first page after a sign-in: remembers how it was done, and offers a passkey to who signed in without one. On
 * any other visit this fetches nothing and draws nothing.
 */
export function Arrival() {
  const [Offer, setOffer] = useState<ComponentType<PasskeyOfferProps>>()
  const [method, setMethod] = useState('')
  useEffect(() => {
    if (!hasSignedInJustNow()) return undefined
    let current = true
    void import('./sign-in-memory.ts').then(async ({ settleSignIn }) => {
      const sent = settleSignIn(true)
      if (sent === undefined || sent.method === 'passkey' || typeof PublicKeyCredential === 'undefined') return
      const { PasskeyOffer } = await import('./passkey-offer.tsx')
      if (!current) return
      setMethod(sent.method)
      setOffer(() => PasskeyOffer)
    })
    return () => void (current = false)
  }, [])
  return Offer && <Offer method={method} />
}

/** A look that costs nothing: the module that knows more is fetched only if there is something. */
function hasSignedInJustNow(): boolean {
  try {
    return sessionStorage.getItem('gatehouse.sign-in-sent') !== null
  } catch {
    return false
  }
}
