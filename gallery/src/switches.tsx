import classes from './gallery.module.css'
import { addressOf, choices, type Look } from './look.ts'

const names = { theme: 'Colours', language: 'Language', width: 'Width' } as const
const words: Readonly<Record<string, string>> = {
  system: 'as the system',
  light: 'light',
  dark: 'dark',
  en: 'English',
  ar: 'Arabic, right to left',
  full: 'as the window',
  '320': '320 pixels',
}

/** Links to the other looks of this page. */
export function Switches({ look }: { readonly look: Look }) {
  return (
    <nav className={classes.switches} aria-label="Look">
      {(['theme', 'language', 'width'] as const).map((name) => (
        <ul key={name} aria-label={names[name]}>
          {choices[name].map((value) => (
            <li key={value}>
              <a
                href={addressOf({ ...look, [name]: value })}
                aria-current={look[name] === value || undefined}
                target="_top"
              >
                {words[value]}
              </a>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}
