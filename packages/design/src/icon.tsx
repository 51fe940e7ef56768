/** Every drawing by its name. */
export const drawings = {
  alert: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 4.5v5.2m0 3.3v.01',
  apps: 'M5 5h5v5H5zm9 0h5v5h-5zM5 14h5v5H5zm9 0h5v5h-5z',
  arrow: 'M4 12h15m-6-6 6 6-6 6',
  back: 'M20 12H5m6-6-6 6 6 6',
  capsLock: 'M12 3.5 4.5 11H9v4.5h6V11h4.5L12 3.5ZM9 20h6',
  check: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm-4 9.3 2.7 2.7L16 9.5',
  chevron: 'm6 9.5 6 6 6-6',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 4.5V12l3 2',
  close: 'm6 6 12 12M18 6 6 18',
  code: 'M4 6h16v12H4zm4 6h.01M12 12h.01M16 12h.01',
  codes: 'M6 3.5h12v17H6zm3 5h6m-6 4h6m-6 4h3',
  contrast: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Zm0 0v17m0-14 5-2m-5 6 8-3.2m-8 7.2 8.2-3.3m-8.2 7.3 6-2.4',
  copy: 'M9 9h11v11H9zm-4 6H4V4h11v1',
  download: 'M12 4v11m-5-4.5 5 5 5-5M4.5 20h15',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm9.5-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
  eyeOff: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM4.5 19.5l15-15',
  gear: 'M12 5.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm0 4a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM12 3v2.5m0 13V21m9-9h-2.5m-13 0H3m15.4-6.4-1.8 1.8M7.4 16.6l-1.8 1.8m12.8 0-1.8-1.8M7.4 7.4 5.6 5.6',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm-9 9h18M12 3c3.3 3 3.3 15 0 18M12 3c-3.3 3-3.3 15 0 18',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 8v5.5m0-9v.01',
  key: 'M8 12.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Zm3.3-1.3L20.5 20.5m-4.2-4.2 2.2-2.2m-5-.6 1.7-1.7',
  laptop: 'M5 5h14v11H5zm-2.5 14.5h19',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  list: 'M5 7h14M5 12h14M5 17h9',
  lock: 'M5 11h14v9H5zm3 0V8a4 4 0 0 1 8 0v3',
  mail: 'M3.5 5.5h17v13h-17zm.5 1.5 8 6 8-6',
  moon: 'M20 14.2A8.3 8.3 0 1 1 9.8 4a6.6 6.6 0 0 0 10.2 10.2Z',
  next: 'm9.5 6 6 6-6 6',
  phone: 'M7 3h10v18H7zm4 15h2',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  print: 'M7 9V3.5h10V9M7 17H4V9h16v8h-3M7 14h10v6.5H7z',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm5 11.5L20.5 20.5',
  shield: 'M12 3.5 5 6v6c0 4.5 3 7.5 7 8.5 4-1 7-4 7-8.5V6l-7-2.5Z',
  signOut: 'M10 4H5v16h5m5-12 4 4-4 4m4-4H9',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm0-5.5V5m0 14v2.5M2.5 12H5m14 0h2.5M5.3 5.3 7 7m10 10 1.7 1.7m0-13.4L17 7M7 17l-1.7 1.7',
  usb: 'M3.5 8.5h11v7h-11zm11 1.5h6v4h-6M7.5 12h.01',
  user: 'M12 4.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5',
} as const

/** A stroke drawing, in a box of 24 by 24: its key, or the path of one that an application has for itself. */
export type IconName = keyof typeof drawings | `M${string}` | `m${string}`

const isKey = (name: IconName): name is keyof typeof drawings => name in drawings

/** Drawings with a direction, which follow the direction of reading. */
const directed: ReadonlySet<IconName> = new Set(['arrow', 'back', 'list', 'next', 'signOut'])

/**
 * A stroke drawing in the colour of its text. It scales with the text: `size` is in pixels at the default text size.
 * Decoration only: the words beside it carry the meaning.
 */
export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      data-directed={directed.has(name) || undefined}
    >
      <path d={isKey(name) ? drawings[name] : name} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
