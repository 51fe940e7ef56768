import { useCallback, useEffect, useState } from 'react'

/** The state of a countdown. `restart` begins again with the given seconds, even while one runs. */
export interface Countdown {
  /** Whole seconds; 0 once it is over. */
  readonly left: number
  /** False on the server and before script has taken over. */
  readonly isRunning: boolean
  readonly restart: (seconds: number) => void
}

/** Counts seconds down by the clock that only goes forward, so that neither a sleeping tab nor a moved clock matters. */
export function useCountdown(seconds: number): Countdown {
  const [round, setRound] = useState({ seconds, count: 0 })
  const [left, setLeft] = useState<number>()
  if (round.count === 0 && round.seconds !== seconds) setRound({ seconds, count: 0 })
  useEffect(() => {
    const end = performance.now() + round.seconds * 1000
    const tick = () => {
      const rest = Math.max(0, Math.ceil((end - performance.now()) / 1000))
      setLeft(rest)
      if (rest === 0) clearInterval(timer)
    }
    const timer = setInterval(tick, 250)
    tick()
    return () => clearInterval(timer)
  }, [round])
  const restart = useCallback((next: number) => setRound(({ count }) => ({ seconds: next, count: count + 1 })), [])
  return { left: left ?? seconds, isRunning: left !== undefined, restart }
}
