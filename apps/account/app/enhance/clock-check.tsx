import { isInputNode, type UiNode } from '@gatehouse/contract/flows'
import { Alert } from '@gatehouse/design/content'
import { useEffect, useState } from 'react'
import { useText } from '../text/text-source.ts'

/** Milliseconds by which codes of an app may be off and still fit: one step of 30 seconds to each side, and the way here. */
const harmlessMs = 75_000

/**
 * Warns if the clock of this device is wrong and matters: codes of an authenticator app are computed from it. Compares
 * it with the `Date` of an answer of ours, and says nothing if both agree or if that is unknown.
 */
export function ClockCheck({ nodes }: { readonly nodes: readonly UiNode[] }) {
  const t = useText('common')
  const [offMs, setOffMs] = useState(0)
  const matters = nodes.some((node) => isInputNode(node) && node.attributes.name === 'totp_code')
  useEffect(() => {
    let isCurrent = true
    if (matters) void clockOffset().then((offset) => isCurrent && setOffMs(offset))
    return () => {
      isCurrent = false
    }
  }, [matters])
  if (!matters || Math.abs(offMs) <= harmlessMs) return null
  const count = Math.round(Math.abs(offMs) / 60_000)
  return (
    <Alert kind="info" data-testid="clock-warning">
      {offMs > 0 ? t('clock.ahead', { count }) : t('clock.behind', { count })}
    </Alert>
  )
}

/** Returns how far this device's clock is ahead, in milliseconds; 0 if that is unknown. */
async function clockOffset(): Promise<number> {
  try {
    const asked = Date.now()
    const { headers } = await fetch('/health/alive', { method: 'HEAD', cache: 'no-store' })
    const said = Date.parse(headers.get('Date') ?? '')
    // The answer was dated somewhere between the question and now.
    return Number.isNaN(said) ? 0 : (asked + Date.now()) / 2 - said
  } catch {
    return 0
  }
}
