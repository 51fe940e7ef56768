import { useState } from 'react'
import { useNavigation } from 'react-router'

/**
 * Returns a key for a form whose values are those of a revision: another one once a form of this intent was saved, so
 * that it is drawn with the current values. A save of another form of the page does not change the input here.
 */
export function useFormKey(intent: string, revision: string): number {
  const sent = useNavigation().formData?.get('intent')
  const [seen, setSeen] = useState<Seen>({ revision, sent: undefined, saves: 0 })
  const isSaved = revision !== seen.revision
  if (isSaved || (sent !== undefined && sent !== seen.sent)) {
    const saves = seen.saves + Number(isSaved && seen.sent === intent)
    setSeen({ revision, sent: sent ?? (isSaved ? undefined : seen.sent), saves })
  }
  return seen.saves
}

interface Seen {
  readonly revision: string
  /** The intent of the form that was sent last. */
  readonly sent: unknown
  readonly saves: number
}
