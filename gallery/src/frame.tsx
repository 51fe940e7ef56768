import { addressOf, type Look } from './look.ts'

export interface FrameProps {
  readonly title: string
  readonly look: Look
  readonly className: string | undefined
}

/**
 * Draws this page again, in a separate window: media queries see the window's width, and each window has its landmarks
 * once.
 */
export function Frame({ title, look, className }: FrameProps) {
  // oxlint-disable-next-line react/iframe-missing-sandbox -- shows nothing but this very page
  return <iframe title={title} src={addressOf(look)} className={className} />
}
