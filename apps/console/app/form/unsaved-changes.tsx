import { useHydrated } from '@gatehouse/design/browser'
import { Button } from '@gatehouse/design/controls'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../text/texts.tsx'
import { changedIn } from './changed-in.ts'
import classes from './unsaved-changes.module.css'

/** The number of changed fields of its form, and a button that resets them. Needs script. */
export function UnsavedChanges() {
  const t = useText('console')
  const hydrated = useHydrated()
  const box = useRef<HTMLDivElement>(null)
  const [count, setCount] = useState(0)
  useEffect(() => {
    const form = box.current?.closest('form')
    if (!form) return undefined
    const look = () => setCount(changedIn(form))
    // A form is as it was only after the event that says so.
    const later = () => setTimeout(look)
    look()
    form.addEventListener('input', look)
    form.addEventListener('reset', later)
    return () => {
      form.removeEventListener('input', look)
      form.removeEventListener('reset', later)
    }
  }, [])
  return (
    <div ref={box} className={classes.unsaved} data-count={count}>
      <span role="status">{hydrated && t(count === 0 ? 'unsaved.none' : 'unsaved', { count })}</span>
      {count > 0 && (
        <Button type="reset" variant="text" size="small">
          {t('unsaved.discard')}
        </Button>
      )}
    </div>
  )
}
