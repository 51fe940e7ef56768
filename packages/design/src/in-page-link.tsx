import type { ComponentProps, MouseEvent } from 'react'

export interface InPageLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  /** The id of the target element, which can take focus. */
  readonly to: string
}

/**
 * A link within the page. With script it moves the focus and does not change the address: for the router another
 * fragment is another navigation, after which the answer to a form, and the input, would be lost.
 */
export function InPageLink({ to, children, ...rest }: InPageLinkProps) {
  return (
    <a {...rest} href={`#${to}`} onClick={(event) => follow(event, to)}>
      {children}
    </a>
  )
}

function follow(event: MouseEvent, to: string): void {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
  const target = isPlain ? document.getElementById(to) : null
  if (!target) return
  event.preventDefault()
  target.focus()
}
