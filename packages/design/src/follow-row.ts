import type { MouseEvent } from 'react'

/** What is pressed for itself, wherever it stands. */
const ownTargets = 'a, button, input, label, select, summary, textarea'

/** Follows the link of the name of the row that was pressed; not where something else was meant. */
export function followRow({ target, ctrlKey, metaKey, shiftKey }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof Element) || target.closest(ownTargets) !== null) return
  // A person who selects a text wants to copy it.
  if (document.getSelection()?.isCollapsed === false) return
  const link = target.closest('tr')?.querySelector<HTMLAnchorElement>('th[scope="row"] a')
  link?.dispatchEvent(
    new globalThis.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  )
}
