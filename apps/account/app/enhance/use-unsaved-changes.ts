import { useEffect, useRef } from 'react'
import { type Location, useBlocker } from 'react-router'
import { sectionParameter } from '../request/section.ts'

/** A navigation that would lose what the person typed. */
export interface Leaving {
  readonly goOn: () => void
  readonly stay: () => void
}

/**
 * Protects typed input: a confirmation comes before a person leaves the form, the browser's own one if the whole
 * document is left. `answer` is new whenever the form was drawn again. Returns the open confirmation, if any.
 */
export function useUnsavedChanges(answer: unknown): Leaving | undefined {
  const isTyped = useRef(false)
  useEffect(() => {
    const root = document.getElementById('main')
    if (root === null) return undefined
    const look = () => void (isTyped.current = collectUnsaved(root).size > 0)
    look()
    const warn = (event: BeforeUnloadEvent) => {
      if (isTyped.current && !isSubmitting.current) event.preventDefault()
    }
    const isSubmitting = { current: false }
    // A form that leaves for another page (sign out, a provider) was sent on purpose.
    const onSubmit = ({ target }: Event) => {
      // Before the router is informed: input that is sent is not lost.
      if (target instanceof Node && root.contains(target)) isTyped.current = false
      isSubmitting.current = true
      setTimeout(() => void (isSubmitting.current = false), 0)
    }
    root.addEventListener('input', look)
    document.addEventListener('submit', onSubmit, true)
    window.addEventListener('beforeunload', warn)
    return () => {
      root.removeEventListener('input', look)
      document.removeEventListener('submit', onSubmit, true)
      window.removeEventListener('beforeunload', warn)
    }
  }, [answer])

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isTyped.current && shownPart(currentLocation) !== shownPart(nextLocation),
  )
  if (blocker.state !== 'blocked') return undefined
  return { goOn: () => blocker.proceed(), stay: () => blocker.reset() }
}

/** Returns the page, and the part of it: a form that is sent stays in both. */
function shownPart({ pathname, search }: Location): string {
  return `${pathname}#${new URLSearchParams(search).get(sectionParameter) ?? ''}`
}

/** Input that was typed into a form and not sent. */
type Unsaved = ReadonlyMap<string, string | boolean>

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Returns all unsaved input, by id of its control, except passwords and codes: those are never kept. */
function collectUnsaved(root: ParentNode): Unsaved {
  const changed = controlsOf(root).filter(isChanged)
  return new Map(changed.map((control) => [control.id, valueOf(control)]))
}

function controlsOf(root: ParentNode): readonly Control[] {
  return [...root.querySelectorAll<Control>('input, select, textarea')].filter(isKept)
}

function isKept(control: Control): boolean {
  return control.id !== '' && !secretTypes.has(control.type) && control.autocomplete !== 'one-time-code'
}

const secretTypes: ReadonlySet<string> = new Set(['password', 'hidden', 'submit', 'button'])

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    return [...control.options].some((option) => option.selected !== option.defaultSelected)
  }
  if (control.type === 'checkbox')
    return control instanceof HTMLInputElement && control.checked !== control.defaultChecked
  return control.value !== control.defaultValue
}

function valueOf(control: Control): string | boolean {
  return control instanceof HTMLInputElement && control.type === 'checkbox' ? control.checked : control.value
}
