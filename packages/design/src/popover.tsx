import {
  type ElementType,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
} from 'react'
import menu from './menu.module.css'
import classes from './popover.module.css'

export interface PopoverProps {
  /** The content of the button. */
  readonly label: ReactNode
  /** The name of the button if `label` is a drawing. */
  readonly name?: string
  /** `chip`: a round one, as filters are; `button`: as other buttons; `icon`: a square with a drawing. */
  readonly look?: 'chip' | 'button' | 'icon'
  /** Which edges of button and panel meet. */
  readonly align?: 'start' | 'end'
  /** Open from the start: the content has a message. */
  readonly isOpen?: boolean
  readonly children: ReactNode
}

/** A panel that opens below its button, without script too. With script Escape and a press outside of it close it. */
export function Popover({ label, name, look = 'button', align = 'start', isOpen = false, children }: PopoverProps) {
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const close = ({ target }: PointerEvent) => {
      const { current } = box
      if (current?.open === true && target instanceof Node && !current.contains(target)) current.open = false
    }
    document.addEventListener('pointerdown', close)
    return () => document.removeEventListener('pointerdown', close)
  }, [])
  const onKeyDown = (event: KeyboardEvent<HTMLDetailsElement>) => {
    const { current } = box
    if (event.key !== 'Escape' || current?.open !== true) return
    event.stopPropagation()
    current.open = false
    current.querySelector('summary')?.focus()
  }
  const onBlur = ({ relatedTarget }: FocusEvent<HTMLDetailsElement>) => {
    const { current } = box
    if (current !== null && relatedTarget !== null && !current.contains(relatedTarget)) current.open = false
  }
  // A dialog that a link opens gives the focus back to the button, as the link is not shown any more.
  const onClick = ({ target }: MouseEvent<HTMLDivElement>) => {
    const { current } = box
    if (current === null || !(target instanceof Element) || target.closest('a') === null) return
    current.open = false
    current.querySelector('summary')?.focus({ preventScroll: true })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of what is inside
    <details
      ref={box}
      open={isOpen}
      className={classes.popover}
      data-align={align}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <summary data-look={look} aria-label={name} title={name}>
        {label}
      </summary>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- follows presses of what is inside */}
      <div className={`${menu.panel} ${classes.panel}`} onClick={onClick}>
        {children}
      </div>
    </details>
  )
}

export interface PopoverItemProps {
  readonly href: string
  /** Draws the anchor; gets `href` and the rest. Default: `a`. */
  readonly link?: ElementType | undefined
  readonly isCurrent?: boolean
  readonly isDanger?: boolean
  readonly children: ReactNode
}

/** A line of a popover with a link. */
export function PopoverItem({
  href,
  link: Anchor = 'a',
  isCurrent = false,
  isDanger = false,
  children,
}: PopoverItemProps) {
  return (
    <Anchor
      href={href}
      className={menu.item}
      data-danger={isDanger || undefined}
      aria-current={isCurrent ? 'true' : undefined}
    >
      {children}
    </Anchor>
  )
}
