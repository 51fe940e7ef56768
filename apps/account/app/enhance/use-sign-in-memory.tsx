import type * as SentMethodModule from './sent-method.ts'
import type { FlowKind, Flow } from '@gatehouse/contract/flow'
import type { InputNode } from '@gatehouse/contract/node'
import { type ComponentType, type ReactNode, type SubmitEvent, useEffect, useState } from 'react'
import { useRootData } from '../layout/root-data.ts'
import type { KnownAccountsProps } from './known-accounts.tsx'
import type { SentSignIn, SignInMemory } from './sign-in-memory.ts'

/** What earlier sign-ins in this browser add to a form. */
export interface RememberedSignIns {
  /** The method used last, for the hint on its button. */
  readonly lastUsed: string | undefined
  /** Whether methods must stay in their places: somebody is about to press one. */
  readonly keepOrder: boolean
  /** What stands beside the label of a field. */
  readonly beside: (node: InputNode) => ReactNode
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  /** For proofs that script gives. */
  readonly onProof: (sent: SentSignIn) => void
}

interface Recalled extends Pick<SignInMemory, 'lastMethod'> {
  readonly keepOrder: boolean
  readonly KnownAccounts: ComponentType<KnownAccountsProps> | undefined
}

const loadMemory = () => import('./sign-in-memory.ts')

/** Remembers how people sign in with this browser, and shows it from the first paint after script has started. */
export function useSignInMemory(
  kind: FlowKind,
  { flow, failed }: { readonly flow: Flow; readonly failed: boolean },
): RememberedSignIns {
  const keepsAccounts = useRootData()?.offers.accounts === true
  const isSignIn = kind === 'login' || kind === 'registration'
  const isSecond = 'requested_aal' in flow && flow.requested_aal === 'aal2'
  const [recalled, setRecalled] = useState<Recalled>()

  useEffect(() => {
    if (!isSignIn) return undefined
    let current = true
    void loadMemory().then(async ({ recallSignIns, settleSignIn }) => {
      settleSignIn(failed, keepsAccounts)
      const { accounts, lastMethod } = recallSignIns()
      const isOffered = kind === 'login' && keepsAccounts && accounts.length > 0
      const known = isOffered ? await import('./known-accounts.tsx') : undefined
      if (current) setRecalled({ lastMethod, keepOrder: isInUse(), KnownAccounts: known?.KnownAccounts })
    })
    return () => void (current = false)
  }, [isSignIn, kind, flow, failed, keepsAccounts])

  const begin = (sent: SentSignIn) => void loadMemory().then(({ beginSignIn }) => beginSignIn(sent))
  const KnownAccounts = recalled?.KnownAccounts
  return {
    lastUsed: kind === 'login' && !isSecond ? recalled?.lastMethod : undefined,
    keepOrder: recalled?.keepOrder ?? true,
    beside: ({ attributes: { name } }) =>
      name === 'identifier' && KnownAccounts !== undefined && <KnownAccounts field={name} />,
    onSubmit: ({ currentTarget, nativeEvent }) => {
      if (!isSignIn || isSecond) return
      const submitter = 'submitter' in nativeEvent ? nativeEvent.submitter : null
      // Read at once: the answer may be on the page, with other fields and buttons, before the module has come.
      const data = new FormData(currentTarget, submitter instanceof HTMLElement ? submitter : null)
      const remember = ({ sentMethod }: typeof SentMethodModule) => {
        const sent = sentMethod(data)
        if (sent) begin(sent)
      }
      // Without a network nothing is remembered, and nothing else is missing.
      void import('./sent-method.ts').then(remember, () => undefined)
    },
    onProof: (sent) => {
      if (isSignIn && !isSecond) begin(sent)
    },
  }
}

/** Nothing moves under a pointer, nor away from the keyboard's focus. */
function isInUse(): boolean {
  const forms = [...document.querySelectorAll('[data-part="flow-form"]')]
  const focused = document.activeElement
  return forms.some((form) => form.matches(':hover, :active') || (focused?.matches('button') && form.contains(focused)))
}
