import type { sendInTurn } from '@gatehouse/flow-form/send-in-turn'
import { useContext, useEffect } from 'react'
import { UNSAFE_DataRouterContext, useNavigation } from 'react-router'

let loaded: typeof sendInTurn | undefined

/** Sends the forms of a page one after the other, however fast they are pressed. Script comes when it is first used. */
export function useSendInTurn(): void {
  const { state } = useNavigation()
  const router = useContext(UNSAFE_DataRouterContext)?.router
  useEffect(() => {
    if (!router) return undefined
    // At once if possible: a press between two renders must be held, too.
    if (loaded) return loaded(router, state, isRefusal)
    let isGone = false
    let end: (() => void) | undefined
    void import('@gatehouse/flow-form/send-in-turn').then((module) => {
      loaded = module.sendInTurn
      if (!isGone) end = loaded(router, state, isRefusal)
    })
    return () => {
      isGone = true
      end?.()
    }
  }, [router, state])
}

/** A flow reports whether it was refused; any other data mean that the service gave no answer. */
function isRefusal(data: unknown): boolean {
  return (data as { readonly failed?: boolean } | undefined)?.failed !== false
}
