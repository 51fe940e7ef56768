import { type RefObject, useEffect, useRef } from 'react'
import { useFetcher, useNavigation } from 'react-router'
import { changedIn } from '../form/changed-in.ts'

const settleMs = 500

/**
 * Saves a form as a draft shortly after a change, one save at a time, so that previews show the input. A press on one
 * of its buttons includes the save, and comes first.
 */
export function useAutosave(form: RefObject<HTMLFormElement | null>) {
  const fetcher = useFetcher<{ readonly kind: string }>()
  const { state: navigating } = useNavigation()
  const changed = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { state, submit } = fetcher

  const save = () => {
    const { current } = form
    if (current === null || !changed.current || state !== 'idle' || navigating !== 'idle') return
    changed.current = false
    const content = new FormData(current)
    content.set('intent', 'save')
    // A file is sent once; its field shows the stored one from then on.
    for (const input of current.querySelectorAll<HTMLInputElement>('input[type=file]')) input.value = ''
    void submit(content, { method: 'post', encType: 'multipart/form-data', preventScrollReset: true })
  }

  const note = () => {
    changed.current = true
    clearTimeout(timer.current)
    timer.current = setTimeout(save, settleMs)
  }

  // Input from before script ran is saved, too.
  useEffect(() => {
    if (form.current !== null && changedIn(form.current) > 0) changed.current = true
  }, [form])

  useEffect(() => {
    if (state === 'idle' && changed.current) note()
    return () => clearTimeout(timer.current)
  })

  return {
    /** For the form's `onChange`. */
    onChange: note,
    /** For the form's `onSubmit`: input that is sent now need not be saved again. */
    onSubmit: () => {
      changed.current = false
      clearTimeout(timer.current)
    },
    isSaving: state !== 'idle',
    answer: fetcher.data,
  }
}
