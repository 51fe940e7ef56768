import type { Pressed } from '@gatehouse/flow-form/nodes'
import { useEffect } from 'react'
import { useCountdown } from '../text/use-countdown.ts'
import type { DrawnFlow } from './drawn-flow.ts'
import { rememberShown } from './form/send-patiently.ts'

/** The parts of a flow that change while it is on the screen. */
export interface ShownFlow {
  /** Seconds until the paused button may be pressed; `undefined` before script counts. */
  readonly left: number | undefined
  readonly paused: Pressed | undefined
}

/** Follows a flow on the screen: how long its button still has to wait. Remembers it for a submit that gets no answer. */
export function useShownFlow(drawn: DrawnFlow): ShownFlow {
  const { left, isRunning } = useCountdown(drawn.wait?.seconds ?? 0)
  useEffect(() => rememberShown(drawn), [drawn])
  return {
    left: isRunning ? left : undefined,
    paused: isRunning && left > 0 ? drawn.wait?.button : undefined,
  }
}
