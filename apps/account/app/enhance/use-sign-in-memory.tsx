import type { FlowKind, Flow } from '@gatehouse/contract/flows'
import { type SubmitEvent, useEffect, useState } from 'react'
import type { SentSignIn } from './sign-in-memory.ts'

/** The facts from earlier sign-ins in this browser that a form uses. */
export interface RememberedSignIns {
  /** The method used last, for the hint on its button. */
  readonly lastUsed: string | undefined
  /** Whether methods must keep their order: the person is about to press one. */
  readonly keepOrder: boolean
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  /** For proofs that script gives. */
  readonly onProof: (sent: SentSignIn) => void
}

interface Recalled {
  readonly lastMethod: string | undefined
  readonly keepOrder: boolean
}

const loadMemory = () => import('./sign-in-memory.ts')

// The sign-in that was sent last is being noted. The page with its refusal waits for this before it settles the sign-in.
let noting: Promise<void> = Promise.resolve()

function note(sent: Promise<SentSignIn | undefined>): void {
  // Without a network nothing is remembered, and nothing else is missing.
  noting = Promise.all([sent, loadMemory()]).then(
    ([known, { beginSignIn }]) => known && beginSignIn(known),
    () => undefined,
  )
}

/** Remembers how people sign in with this browser, and shows it from the first paint after script has started. */
export function useSignInMemory(
  kind: FlowKind,
  { flow, failed }: { readonly flow: Flow; readonly failed: boolean },
): RememberedSignIns {
  const isSignIn = kind === 'login' || kind === 'registration'
  const isSecond = 'requested_aal' in flow && flow.requested_aal === 'aal2'
  const [recalled, setRecalled] = useState<Recalled>()

  useEffect(() => {
    if (!isSignIn) return undefined
    let current = true
    void Promise.all([loadMemory(), noting]).then(([{ lastMethod, settleSignIn }]) => {
      // A page that asks for the first factor again proves that the sign-in failed, even if the person left the refusal
      // quickly. A page that asks for the sent code proves nothing yet.
      if (isSecond || failed || flow.state === 'choose_method') settleSignIn(isSecond)
      if (current) setRecalled({ lastMethod: lastMethod(), keepOrder: isInUse() })
    })
    return () => void (current = false)
  }, [isSignIn, isSecond, flow, failed])

  return {
    lastUsed: kind === 'login' && !isSecond ? recalled?.lastMethod : undefined,
    keepOrder: recalled?.keepOrder ?? true,
    onSubmit: ({ currentTarget, nativeEvent }) => {
      if (!isSignIn || isSecond) return
      const submitter = 'submitter' in nativeEvent ? nativeEvent.submitter : null
      // Read at once: the answer may be on the page, with other fields and buttons, before the module has come.
      const data = new FormData(currentTarget, submitter instanceof HTMLElement ? submitter : null)
      note(import('./sent-method.ts').then(({ sentMethod }) => sentMethod(data)))
    },
    onProof: (sent) => {
      if (isSignIn && !isSecond) note(Promise.resolve(sent))
    },
  }
}

/** Nothing moves under a pointer, nor away from the keyboard's focus. */
function isInUse(): boolean {
  const forms = [...document.querySelectorAll('[data-part="flow-form"]')]
  const focused = document.activeElement
  return forms.some((form) => form.matches(':hover, :active') || (focused?.matches('button') && form.contains(focused)))
}
