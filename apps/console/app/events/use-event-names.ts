import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { DoneThing } from './done-things.ts'
import type { EventNames } from './event-names.ts'

/** The time in which new events are collected before their names are requested, in milliseconds. */
const pauseMs = 500

/**
 * The names for events of which more and more come: those that the page brought, then and since. Asks for the page's data
 * again when something comes.
 */
export function useEventNames(loaded: EventNames, live: readonly DoneThing['event'][]): EventNames {
  const { revalidate } = useRevalidator()
  const [kept, setKept] = useState({ loaded, names: loaded })
  if (kept.loaded !== loaded) {
    const { people, acts } = kept.names
    setKept({ loaded, names: { people: { ...people, ...loaded.people }, acts: { ...acts, ...loaded.acts } } })
  }
  const [newest] = live
  useEffect(() => {
    if (newest === undefined) return undefined
    const timer = setTimeout(() => void revalidate(), pauseMs)
    return () => clearTimeout(timer)
  }, [newest, revalidate])
  return kept.names
}
