import type { EventEnvelope } from '@gatehouse/contract/events'
import { useEffect, useRef, useState } from 'react'
import { eventIn } from './event-in.ts'

/** The state of the live view. `lost`: it does not reconnect. */
export type TailState = 'connecting' | 'live' | 'paused' | 'lost'

/** The events to follow, and the position to begin at. */
export interface TailOptions {
  /** Of the stream, with the filter, without a position. */
  readonly address: string
  /** Every type that there can be: each comes under its own name. */
  readonly types: readonly string[]
  /** The position at which the list on the page ends. */
  readonly position: string
  /** Whether there is anything to follow. */
  readonly isOn: boolean
}

/** So that a page that is left open does not grow for ever. */
const mostKept = 200

/** Events as they happen, newest first. Pauses while the page is hidden, and resumes at the same position. */
export function useTail({ address, types, position, isOn }: TailOptions) {
  const [events, setEvents] = useState<readonly EventEnvelope[]>([])
  const [state, setState] = useState<TailState>('connecting')
  const [isPaused, setPaused] = useState(false)
  const reached = useRef(position)
  const names = types.join(' ')
  useEffect(() => {
    if (!isOn || isPaused) return undefined
    let source: EventSource | undefined
    const receive = ({ data, lastEventId }: MessageEvent<string>) => {
      reached.current = lastEventId
      const event = eventIn(data)
      if (event === undefined) return
      setEvents((known) => (known.some(({ id }) => id === event.id) ? known : [event, ...known].slice(0, mostKept)))
    }
    const close = () => {
      source?.close()
      source = undefined
    }
    const open = () => {
      close()
      setState('connecting')
      const opened = new EventSource(`${address}&${new URLSearchParams({ after: reached.current })}`)
      source = opened
      opened.addEventListener('open', () => setState('live'))
      opened.addEventListener('error', () => setState(opened.readyState === EventSource.CLOSED ? 'lost' : 'connecting'))
      for (const name of names.split(' ')) opened.addEventListener(name, receive)
    }
    // Browsers hold few connections to one place; pages in the background leave theirs to the others.
    const turn = () => (document.hidden ? close() : open())
    turn()
    document.addEventListener('visibilitychange', turn)
    return () => {
      document.removeEventListener('visibilitychange', turn)
      close()
    }
  }, [address, names, isOn, isPaused])
  return { events, state: isPaused ? ('paused' as const) : state, isPaused, setPaused }
}
