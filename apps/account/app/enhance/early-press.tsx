import { useContext } from 'react'
import { useHydrated } from '@gatehouse/design/browser'
import { PageStyles } from './page-styles.tsx'

const noted = 'pressedTrigger'

// On the way down, so that a press which script answers is noted before it is answered. A busy button answers none.
const note = `addEventListener('click',({target})=>{
const button=target.closest?.('[data-trigger]:not([aria-disabled])');
if(button)window.${noted}=button.dataset.trigger},true)`

/**
 * Notes a press on a button that asks a device, from the moment that the button is visible: its script comes later, and
 * a quick visitor presses only once. Stands before the buttons; React runs it in documents alone.
 */
export function NotePresses() {
  const nonce = useContext(PageStyles)?.nonce
  // React runs no script that it draws in the browser; by then the listener is there.
  if (useHydrated()) return null
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {note}
    </script>
  )
}

/** Returns the pressed trigger that is not handled yet, if it is one of these; it counts as handled from now on. */
export function takeEarlyPress(names: readonly string[]): string | undefined {
  const name: unknown = Reflect.get(window, noted)
  if (typeof name !== 'string' || !names.includes(name)) return undefined
  Reflect.deleteProperty(window, noted)
  return name
}
