import { SteadyText } from '@gatehouse/design/content'
import { Button, type ButtonProps } from '@gatehouse/design/controls'
import { useEffect, useState } from 'react'

/** Seconds before a person may ask for another code: long enough for the first one to arrive. */
const waitSeconds = 30

export interface ResendButtonProps extends ButtonProps {
  readonly countdown: (seconds: number) => string
}

/** Asks for another code. Without script it is a plain button; with script it first lets the last one arrive. */
export function ResendButton({ countdown, children, ...button }: ResendButtonProps) {
  const [left, setLeft] = useState(0)
  const [round, setRound] = useState(0)

  useEffect(() => {
    const until = Date.now() + waitSeconds * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [round])

  const waits = left > 0
  return (
    <Button
      {...button}
      aria-disabled={waits || undefined}
      onClick={(event) => {
        if (waits) event.preventDefault()
        else setRound(round + 1)
      }}
    >
      {children}{' '}
      <SteadyText among={[countdown(waitSeconds)]} aria-hidden="true">
        {waits && countdown(left)}
      </SteadyText>
    </Button>
  )
}
