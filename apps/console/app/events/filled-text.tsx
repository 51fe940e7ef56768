import { Fragment, type ReactNode } from 'react'

/** Stands in a text for what is drawn there: from the private use area, which no text of a catalogue, and no name, contains. */
const marks = { person: '\uE001', actor: '\uE002', target: '\uE003' } as const

/** A part of a sentence that is more than text. */
type DrawnPart = keyof typeof marks

/** A sentence with names that are drawn. `say` gets values for its text, and puts them where the language has them. */
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
