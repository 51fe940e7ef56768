import { Instant as InstantIn, type InstantProps } from '@gatehouse/design/time'
import { useLanguage } from './texts.tsx'

/** A moment in the visitor's language. */
export function Instant(props: Omit<InstantProps, 'language'>) {
  return <InstantIn {...props} language={useLanguage()} />
}
