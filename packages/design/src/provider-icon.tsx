import { firstLetter } from './first-letter.ts'
import classes from './provider-icon.module.css'

interface Shape {
  readonly fill: string
  readonly d: string
}

/** Simplified marks of common providers, drawn for this set. `currentColor` where a mark has one colour. */
const marks: Readonly<Record<string, readonly Shape[]>> = {
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
  github: [
    {
      fill: 'currentColor',
      d: 'M12 1.5a10.5 10.5 0 0 0-3.4 20.4c.6.2.8-.2.8-.5v-2c-2.6.6-3.5-.8-3.8-1.6-.2-.5-.8-1.3-1.2-1.6 1.2-.3 2 .6 2.4 1.2.8 1.2 1.9 1.2 2.7.8.1-.7.4-1.1.7-1.4-2.6-.3-4.9-1.3-4.9-5.2 0-1.1.4-2.1 1.1-2.8-.2-.7-.3-1.7.1-2.8 1 0 2 .5 2.9 1.1a10 10 0 0 1 5.2 0c.9-.6 1.9-1.1 2.9-1.1.4 1.1.3 2.1.1 2.8.7.7 1.1 1.7 1.1 2.8 0 3.9-2.3 4.9-4.9 5.2.5.4.8 1.1.8 2v3c0 .3.2.7.8.5A10.5 10.5 0 0 0 12 1.5z',
    },
  ],
  apple: [
    {
      fill: 'currentColor',
      d: 'M15.8 1.5c.1 1.3-.4 2.5-1.1 3.4-.8.9-2 1.6-3.2 1.5-.1-1.2.5-2.5 1.2-3.3.8-.9 2.1-1.5 3.1-1.6zM20 8.3c-1.5.9-2.4 2.3-2.4 4 0 2 1.2 3.6 2.9 4.3-.7 2.1-2.6 5.6-4.7 5.6-1.3 0-1.8-.8-3.4-.8s-2.1.8-3.4.8c-2.2 0-5.5-4.7-5.5-9 0-4.1 2.6-6.3 5.1-6.3 1.5 0 2.9 1 3.8 1 .8 0 2.5-1.2 4.3-1 1 0 2.5.4 3.3 1.4z',
    },
  ],
  facebook: [
    { fill: '#1877f2', d: 'M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22z' },
    {
      fill: '#fff',
      d: 'M13.7 22.9v-7.6h2.6l.5-3.2h-3.1V10c0-.9.4-1.7 1.8-1.7h1.4V5.5s-1.3-.2-2.5-.2c-2.6 0-4.2 1.5-4.2 4.3v2.5H7.4v3.2h2.8v7.6z',
    },
  ],
  gitlab: [
    { fill: '#e24329', d: 'm12 22 4.3-12.5H7.7z' },
    { fill: '#fc6d26', d: 'M12 22 7.7 9.5h-6zm0 0 4.3-12.5h6z' },
    { fill: '#fca326', d: 'm1.7 9.5-1.2 3.8c-.1.4 0 .8.3 1L12 22zm20.6 0 1.2 3.8c.1.4 0 .8-.3 1L12 22z' },
    { fill: '#e24329', d: 'M1.7 9.5h6L5.1 1.7c-.1-.4-.7-.4-.8 0zm20.6 0h-6l2.6-7.8c.1-.4.7-.4.8 0z' },
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
  const shapes = marks[provider.toLowerCase().split(/[^a-z]/)[0] ?? '']
  if (!shapes) {
    return (
      <span className={classes.letter} aria-hidden="true">
        {firstLetter(name)}
      </span>
    )
  }
  return (
    <svg viewBox="0 0 24 24" width="1.25rem" height="1.25rem" aria-hidden="true">
      {shapes.map((shape) => (
        <path key={shape.d} fill={shape.fill} d={shape.d} />
      ))}
    </svg>
  )
}
