import type { MouseEvent } from 'react'

/** Elements with an action that a click on the row must not replace. */
const ownTargets = 'a, button, input, label, select, summary, textarea'

/** Follows the link of the name of the pressed row; not if the press was meant for another element. */
export function followRow({ target, ctrlKey, metaKey, shiftKey }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof Element) || target.closest(ownTargets) !== null) return
  // A person who selects a text wants to copy it.
  if (document.getSelection()?.isCollapsed === false) return
  const link = target.closest('tr')?.querySelector<HTMLAnchorElement>('th[scope="row"] a')
  link?.dispatchEvent(
    new globalThis.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  )
}
