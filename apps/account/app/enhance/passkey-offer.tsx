import { Alert, Icon, Panel, Row } from '@gatehouse/design/content'
import { Button } from '@gatehouse/design/controls'
import { useEffect, useState } from 'react'
import { useText } from '../text/text-source.ts'
import classes from './passkey-offer.module.css'
import { canKeep, canUpgrade, findChance, makePasskey, type PasskeyChance } from './offer-passkey.ts'

/** After a password a browser may create the passkey without a prompt; after every other method it asks. */
export interface PasskeyOfferProps {
  /** The method of the sign-in that has just succeeded. */
  readonly method: string
}

const declinedUnder = 'gatehouse.passkey-declined'
const quietDays = 90

type State =
  | { readonly kind: 'nothing' | 'made' | 'refused' }
  | { readonly kind: 'offer' | 'asking'; readonly chance: PasskeyChance }

/**
 * Offers a passkey after a sign-in without one. A browser that stores the password may create the passkey without a
 * prompt; then the page only reports it.
 */
export function PasskeyOffer({ method }: PasskeyOfferProps) {
  const t = useText('welcome')
  const [state, setState] = useState<State>({ kind: 'nothing' })
  useEffect(() => {
    let current = true
    const look = async (): Promise<State> => {
      if (wasDeclined()) return { kind: 'nothing' }
      const chance = await findChance()
      if (chance === undefined) return { kind: 'nothing' }
      if (method === 'password' && (await canUpgrade())) {
        if ((await makePasskey('upgrade', chance)) === 'made') return { kind: 'made' }
        // The challenge is used up: the button needs a fresh one.
        const again = await findChance()
        return again !== undefined && (await canKeep()) ? { kind: 'offer', chance: again } : { kind: 'nothing' }
      }
      return (await canKeep()) ? { kind: 'offer', chance } : { kind: 'nothing' }
    }
    look().then(
      (next) => current && setState(next),
      () => undefined,
    )
    return () => void (current = false)
  }, [method])

  switch (state.kind) {
    case 'nothing':
      return null
    case 'made':
      return <Alert kind="success">{t('passkey.made')}</Alert>
    case 'refused':
      return <Alert kind="info">{t('passkey.refused')}</Alert>
    case 'offer':
    case 'asking': {
      const { chance, kind } = state
      const make = async () => {
        setState({ kind: 'asking', chance })
        const made = await makePasskey('create', chance).catch(() => 'failed' as const)
        if (made === 'made') setState({ kind: 'made' })
        else if (made === 'declined') setState({ kind: 'offer', chance })
        else setState({ kind: 'refused' })
      }
      return (
        <Panel>
          <Row
            icon={<Icon name="key" />}
            title={t('passkey.title')}
            action={
              <div className={classes.answers}>
                <Button size="small" onClick={() => void make()} busy={kind === 'asking'} data-testid="passkey-offer">
                  {t('passkey.do')}
                </Button>
                <Button
                  size="small"
                  variant="text"
                  onClick={() => {
                    decline()
                    setState({ kind: 'nothing' })
                  }}
                >
                  {t('passkey.later')}
                </Button>
              </div>
            }
          >
            {t('passkey.intro')}
          </Row>
        </Panel>
      )
    }
    default:
      return state satisfies never
  }
}

function wasDeclined(): boolean {
  try {
    return Number(localStorage.getItem(declinedUnder) ?? 0) > Date.now()
  } catch {
    return false
  }
}

function decline(): void {
  try {
    localStorage.setItem(declinedUnder, String(Date.now() + quietDays * 24 * 60 * 60_000))
  } catch {
    // Asked again the next time.
  }
}
