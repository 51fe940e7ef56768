import { Fragment, type ReactNode } from 'react'

/** Marks the position of a drawn part in a text: from the private use area, which no text or name contains. */
const marks = { person: '\uE001', actor: '\uE002', target: '\uE003' } as const

/** A part of a sentence that is more than text. */
type DrawnPart = keyof typeof marks

/** A sentence with drawn names. `say` gets values for its text, and puts them in the language's order. */
export function FilledText({
  say,
  drawn,
}: {
  readonly say: (values: Readonly<Record<string, string>>) => string
  readonly drawn: Readonly<Partial<Record<DrawnPart, ReactNode>>>
}) {
  const parts = new Map<string, ReactNode>([
    [marks.person, drawn.person],
    [marks.actor, drawn.actor],
    [marks.target, drawn.target],
  ])
  return say({ ...marks })
    .split(/([\uE001-\uE003])/)
    .map((part, index) => <Fragment key={index}>{parts.has(part) ? parts.get(part) : part}</Fragment>)
}
