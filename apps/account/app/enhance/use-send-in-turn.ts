import { useContext, useEffect } from 'react'
import { UNSAFE_DataRouterContext, useNavigation } from 'react-router'

/** Sends the forms of a page one after the other, however fast they are pressed. Script comes when it is first used. */
export function useSendInTurn(): void {
  const { state } = useNavigation()
  const router = useContext(UNSAFE_DataRouterContext)?.router
  useEffect(() => {
    let isGone = false
    let end: (() => void) | undefined
    void import('@gatehouse/flow-form/send-in-turn').then(({ sendInTurn }) => {
      if (router && !isGone) end = sendInTurn(router, state)
    })
    return () => {
      isGone = true
      end?.()
    }
  }, [router, state])
}
