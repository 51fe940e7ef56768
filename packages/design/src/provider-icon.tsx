import { firstLetter } from './first-letter.ts'
import classes from './provider-icon.module.css'
import { providerMarks } from './provider-marks.ts'
// One file for all of them, for those pages that show one: as part of the script, every page would carry them.
import sprite from './provider-marks.svg?no-inline'

const inSprite: ReadonlySet<string> = new Set(providerMarks)

interface Shape {
  readonly fill: string
  readonly d: string
}

/** Marks of several colours, simplified and drawn for this set. */
const coloured: Readonly<Record<string, readonly Shape[]>> = {
  google: [
    {
      fill: '#ea4335',
      d: 'M12 5c1.8 0 3.3.6 4.5 1.7L19.8 3.4A11.5 11.5 0 0 0 1.9 6.8l3.8 3A6.7 6.7 0 0 1 12 5z',
    },
    { fill: '#fbbc05', d: 'M5.7 14.2a7 7 0 0 1 0-4.4l-3.8-3a11.5 11.5 0 0 0 0 10.4z' },
    {
      fill: '#34a853',
      d: 'M12 19a6.7 6.7 0 0 1-6.3-4.8l-3.8 3A11.5 11.5 0 0 0 12 23.5c3 0 5.7-1 7.6-2.8l-3.7-2.9A7 7 0 0 1 12 19z',
    },
    {
      fill: '#4285f4',
      d: 'M23.3 12.3c0-.9-.1-1.5-.2-2.3H12v4.5h6.4a5.5 5.5 0 0 1-2.5 3.3l3.7 2.9c2.2-2 3.7-5 3.7-8.4z',
    },
  ],
  microsoft: [
    { fill: '#f25022', d: 'M2 2h9.5v9.5H2z' },
    { fill: '#7fba00', d: 'M12.5 2H22v9.5h-9.5z' },
    { fill: '#00a4ef', d: 'M2 12.5h9.5V22H2z' },
    { fill: '#ffb900', d: 'M12.5 12.5H22V22h-9.5z' },
  ],
}

export interface ProviderIconProps {
  /** The provider's id in the service's configuration: `google`, `google-work`, `github_enterprise`. */
  readonly provider: string
  /** The provider's name; its first letter stands in for a mark that is not in the set. */
  readonly name: string
}

/** The mark of a sign-in provider, found by the first word of its id. Decoration. */
export function ProviderIcon({ provider, name }: ProviderIconProps) {
  const kind = provider.toLowerCase().split(/[^a-z0-9]/)[0] ?? ''
  const shapes = coloured[kind]?.map((shape) => <path key={shape.d} fill={shape.fill} d={shape.d} />)
  if (!shapes && !inSprite.has(kind)) {
    return (
      <span className={classes.letter} aria-hidden="true">
        {firstLetter(name)}
      </span>
    )
  }
  return (
    <svg viewBox="0 0 24 24" width="1.25rem" height="1.25rem" aria-hidden="true">
      {shapes ?? <use href={`${sprite}#${kind}`} />}
    </svg>
  )
}
